import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { linkNightsToPass } from "./link-nights-to-pass.server.ts";

const { season, site, admin, soldLines, seatsOf, refund, one, counterOf, stateOf, holds } =
  await openMoneyStage();
const { db } = season;

type Sold = { quantity?: number; entries?: number; family?: "season_pass" | "early_bird" | "ordinary" };

/** A sold pass of one night, and a night that it does not admit to. */
async function soldPass({ quantity = 1, entries = 1, family = "season_pass" }: Sold = {}, places = 100) {
  const first = await season.night({ inDays: 7 });
  const added = await season.night({ inDays: 14, capacity: places, title: "Balul" });
  const pass = await season.ticketType({ events: [first], entries, family, title: "Tot sezonul" });
  const buyer = await season.person();
  const order = await sellOrder(site, { sessionHash: buyer.sessionHash, ticketTypeId: pass, quantity });
  return { first, added, pass, buyer, ...order };
}

const link = (pass: Uuid, ...nights: Uuid[]) => linkNightsToPass(site, { actor: admin, id: pass, nights });

const ticketsOf = async (orderId: string) =>
  await db`SELECT event_id AS night, ticket_code AS code, quantity, units, places, total_price::int AS price, entries_remaining AS entries, suspended, holder_name AS holder, status, purchase_date AS bought
     FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY ticket_code`;

const lettersAbout = async (orderId: string, night: Uuid) =>
  (await db`SELECT kind FROM letters WHERE order_id = ${orderId} AND variables->>'night' = ${night}`).length;

const nightsOf = async (pass: Uuid) =>
  (await db`SELECT event_id FROM event_tickets WHERE ticket_id = ${pass}`).length;

describe("adding a night to a sold pass", () => {
  it("gives its holder a ticket under the same code, at no price, with an email, and takes the places", async () => {
    const { pass, added, orderId } = await soldPass({ quantity: 2, entries: 2 });
    await db`UPDATE ticket_purchases SET holder_name = 'Alt Nume' WHERE order_id = ${orderId}`;
    const unitsBefore = (await counterOf(pass)).sold;
    expect(await link(pass, added)).toEqual({ ok: true, value: { nights: 1, holders: 1 } });

    const [old, young] = await ticketsOf(orderId);
    expect(old.code).toMatch(/^SEASON-\d{4}-\d{6}-01$/);
    expect(young).toMatchObject({
      night: added,
      code: old.code.replace(/01$/, "02"),
      quantity: 2,
      units: 0,
      places: 4,
      price: 0,
      entries: 4,
      suspended: null,
      holder: "Alt Nume",
      status: "paid",
      bought: old.bought,
    });
    expect([(await counterOf(pass)).sold, (await counterOf(added)).sold]).toEqual([unitsBefore, 4]);
    expect(await lettersAbout(orderId, added)).toBe(1);
    expect(
      await one("SELECT actor_id, after FROM journal WHERE subject_id = $1 AND what = 'night_linked'", [
        pass,
      ]),
    ).toEqual({ actor_id: admin.userId, after: { event: "Balul", tickets: 1 } });
    await foldSales(site);
    await holds();
  });

  it("makes the next version of the pass, which begins on the earliest night of all", async () => {
    const { pass } = await soldPass();
    const before = await season.night({ inDays: 3 });
    expect(await link(pass, before)).toMatchObject({ ok: true });
    expect(await one("SELECT version, event_id FROM tickets WHERE id = $1", [pass])).toEqual({
      version: 2,
      event_id: before,
    });
  });

  it("changes nothing the second time, also with two administrators at once", async () => {
    const { pass, added, orderId } = await soldPass();
    const both = await Promise.all([link(pass, added), link(pass, added)]);
    expect(both).toContainEqual({ ok: true, value: { nights: 1, holders: 1 } });
    expect(both).toContainEqual({ ok: true, value: { nights: 0, holders: 0 } });
    expect(await ticketsOf(orderId)).toHaveLength(2);
    expect(await lettersAbout(orderId, added)).toBe(1);
    await holds();
  });

  it("is refused with both numbers when the night has too few places, and nothing is linked", async () => {
    const { pass, added, orderId } = await soldPass({ quantity: 3, entries: 2 }, 5);
    expect(await link(pass, added)).toEqual(
      refused({ reason: "not_enough_places", night: "Balul", needed: 6, free: 5 }),
    );
    expect([await nightsOf(pass), (await ticketsOf(orderId)).length]).toEqual([1, 1]);
    await holds();
  });

  it("is refused while the pass is held: an order's agreed nights never change", async () => {
    const { pass, added } = await soldPass();
    const other = await season.person();
    const held = await openCheckout(
      site,
      arrived(other.sessionHash, [{ ticketTypeId: pass, quantity: 2 }], { origin: "season-pass" }),
    );
    if (!held.ok) throw new Error(held.refusal.reason);
    expect(await link(pass, added)).toEqual(refused({ reason: "being_bought", held: 2 }));
    await releaseOrder(site, { orderId: held.value.orderId, userId: other.userId });
    expect(await link(pass, added)).toMatchObject({ ok: true });
    await holds();
  });

  it("leaves out refunded holders, counts partial refunds, and gives all places back later (I2, I5)", async () => {
    const gone = await soldPass();
    await refund(gone.orderId, { kind: "whole" });
    expect(await link(gone.pass, gone.added)).toEqual({ ok: true, value: { nights: 1, holders: 0 } });
    expect(await ticketsOf(gone.orderId)).toHaveLength(1);

    const { pass, added, orderId } = await soldPass({ quantity: 3, entries: 2 });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    await link(pass, added);
    expect((await ticketsOf(orderId))[1]).toMatchObject({ quantity: 2, places: 4 });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    expect((await counterOf(added)).sold).toBe(2);
    await holds();
    await refund(orderId, { kind: "whole" });
    expect([await stateOf(orderId), (await counterOf(added)).sold]).toEqual(["refunded", 0]);
    await foldSales(site);
    await holds();
  });

  it("gives each seat that is valid its own code, to its holder, with a share of 0 (I2, L3)", async () => {
    const { orderId, types, buyer } = await soldLines([{ quantity: 3, price: 10_000, codePer: "person" }], {
      nights: 1,
    });
    const [first, second] = await seatsOf(orderId);
    const friend = await season.person();
    const sent = await db`SELECT id FROM ticket_purchases WHERE bundle_id = ${second?.id}`;
    const actor = { userId: buyer.userId, role: "user" as const };
    const given = await sendTicket(site, { actor, purchaseId: sent[0].id, name: null, email: null });
    const address = given.ok && given.value.by === "link" ? given.value.link : "";
    const secret = new URL(address).searchParams.get("token") ?? "";
    expect((await acceptTicket(site, { actor: friend, secret })).ok).toBe(true);
    await refund(orderId, { kind: "seats", seats: [first?.id ?? ""] });
    const added = await season.night({ inDays: 9, title: "Balul", capacity: 2 });
    expect(await link(types[0] ?? newId(), added)).toEqual({ ok: true, value: { nights: 1, holders: 2 } });
    const rows =
      await db`SELECT seat_no, unit_no, quantity, units, places, share::int AS share, user_id, right(ticket_code, 3) AS number,
         bundle_id = (SELECT bundle_id FROM ticket_purchases o WHERE o.order_id = p.order_id AND o.seat_no = p.seat_no AND o.event_id <> p.event_id) AS is_of_seat
       FROM ticket_purchases p WHERE order_id = ${orderId} AND event_id = ${added} ORDER BY seat_no`;
    const of = (seat: number, user: string) => ({
      seat_no: seat,
      unit_no: seat,
      quantity: 1,
      units: 0,
      places: 1,
      share: 0,
      user_id: user,
      number: "-02",
      is_of_seat: true,
    });
    expect(rows).toEqual([of(2, friend.userId), of(3, buyer.userId)]);
    expect(await lettersAbout(orderId, added)).toBe(2);
    await foldSales(site);
    await holds();
    const third = (await seatsOf(orderId)).find(({ seat }) => seat === 3)?.id ?? "";
    await refund(orderId, { kind: "seats", seats: [third] });
    expect((await counterOf(added)).sold).toBe(1);
    await holds();
  });

  it("makes it a night of the order like the others when refunds are stopped for it", async () => {
    const { pass, added, orderId, paymentId } = await soldPass();
    await link(pass, added);
    await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${added}, 'refunds', 'conturi blocate', ${admin.userId})`;
    await refund(orderId, { kind: "whole" });
    expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [] });
    await db`UPDATE stops SET lifted_at = now()`;
    await returnMoney(site);
    expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 11_000 }] });
    expect(await stateOf(orderId)).toBe("refunded");
  });

  it("suspends the new ticket when the money is being returned, and sends no email", async () => {
    const { pass, added, orderId } = await soldPass();
    await db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE order_id = ${orderId}`;
    await link(pass, added);
    expect((await ticketsOf(orderId))[1]).toMatchObject({ night: added, suspended: "dispute" });
    expect(await lettersAbout(orderId, added)).toBe(0);
  });

  it("sends an email of its own, also when that of the purchase was sent before this site (I6)", async () => {
    const { pass, added, orderId } = await soldPass();
    await db`UPDATE ticket_purchases SET email_sent = true WHERE order_id = ${orderId}`;
    await db`DELETE FROM letters WHERE order_id = ${orderId}`;
    await link(pass, added);
    expect(await lettersAbout(orderId, added)).toBe(1);
    await holds();
  });

  it("links a night that is over or cancelled without tickets, and gives none to tickets of one night", async () => {
    const { pass, added, orderId } = await soldPass();
    const over = await season.night({ inDays: -3 });
    await db`UPDATE events SET cancelled_at = now() WHERE id = ${added}`;
    expect(await link(pass, over, added)).toEqual({ ok: true, value: { nights: 2, holders: 0 } });
    expect(await ticketsOf(orderId)).toHaveLength(1);
    const plain = await soldPass({ family: "ordinary" });
    expect(await link(plain.pass, plain.added)).toMatchObject({ value: { holders: 0 } });
    await holds();
  });

  it("gives hundreds of holders their tickets in one statement each for tickets and emails", async () => {
    const { pass, added, orderId } = await soldPass({ family: "early_bird" }, 1000);
    const guests = await season.people(300);
    await copyOrder(
      orderId,
      guests.map(({ userId }) => userId),
    );
    await db`UPDATE stock_counters SET sold = 301 WHERE sold = 1 AND id IN (${pass}, (SELECT event_id FROM tickets WHERE id = ${pass}))`;
    expect(await link(pass, added)).toEqual({ ok: true, value: { nights: 1, holders: 301 } });
    expect((await counterOf(added)).sold).toBe(301);
    const { n } = await one<{ n: number }>(
      "SELECT count(*)::int AS n FROM letters WHERE variables->>'night' = $1",
      [added],
    );
    expect(n).toBe(301);
    expect((await ticketsOf(orderId))[1].code).toMatch(/^EARLYBIRD-\d{4}-\d{6}-02$/);
  });

  it("is for administrators, for an existing pass, and for nights that may be changed", async () => {
    const { pass, added, buyer } = await soldPass();
    const asked = { id: pass, nights: [added] };
    for (const role of ["user", "gate", "admin"] as const)
      expect(await linkNightsToPass(site, { ...asked, actor: { userId: buyer.userId, role } })).toEqual(
        refused({ reason: "not_allowed" }),
      );
    expect(await link(newId(), added)).toMatchObject({ refusal: { reason: "missing" } });
    expect(await link("nothing", added)).toMatchObject({ refusal: { reason: "missing" } });
    await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${added}, 'read_only', 'o probă', ${admin.userId})`;
    expect(await link(pass, added)).toMatchObject({ refusal: { reason: "read_only" } });
    expect(await nightsOf(pass)).toBe(1);
  });
});

/** Copies the paid order for other people as rows: hundreds of card pages would take too long. */
async function copyOrder(orderId: string, people: readonly Uuid[]): Promise<void> {
  await db`WITH copies AS (
       INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, hold_expires_at, paid_at)
       SELECT gen_random_uuid(), p.id, o.scope_id, o.ticket_type_id, o.event_ids, o.quantity, o.entries, o.unit_price, o.total, o.family, o.title, o.stripe_price_id, o.state, o.stake, o.origin, o.hold_expires_at, o.paid_at
       FROM orders o, unnest(${people}::uuid[]) AS p(id) WHERE o.id = ${orderId} RETURNING id, user_id, event_ids, ticket_type_id)
     INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, entries_total, entries_remaining)
     SELECT gen_random_uuid(), id, user_id, event_ids[1], ticket_type_id, 1, 1, 1, 11000, 'EARLYBIRD-0000-' || lpad((row_number() OVER ())::text, 6, '0') || '-01', 1, 1 FROM copies`;
}
