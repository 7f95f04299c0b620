import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { verdictOf } from "#test/support/shown-code.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { returnMoney } from "./refunds/return-money.server.ts";
import { splitCode } from "./split-code.server.ts";

const { season, client, db, site } = await openStageWithKeys();
const door = await season.person("gate");
const admin = await season.person("admin");

type Wish = { nights?: number; quantity?: number; entries?: number; price?: number; inDays?: number };

/** A paid code for several people, as its buyer has it. */
async function groupCode({ nights = 1, quantity = 2, entries = 2, price = 10_001, inDays = 0 }: Wish = {}) {
  const events = [];
  for (let night = 0; night < nights; night++)
    events.push(await season.night({ inDays: inDays + night, time: null }));
  const family = nights > 1 ? ("season_pass" as const) : ("ordinary" as const);
  const ticketTypeId = await season.ticketType({ events, entries, family });
  const { userId } = await season.person();
  const actor = { userId, role: "user" as const };
  const line = { ticketTypeId, quantity, entries, price, codePer: "order" as const };
  const order = await paidLines(client, { userId, events, family, lines: [line] });
  const tickets = () => listOwnTickets(site, actor);
  const [ticket] = await tickets();
  if (!ticket?.code) throw new Error("no ticket");
  return { ...order, actor, events, tickets, ticket, code: ticket.code, purchaseId: ticket.purchaseId };
}

const enter = (eventId: string, code: string, group?: string) =>
  verdictOf(site, door, eventId, code, group ? { group } : {});

const rowsOf = async (orderId: string) =>
  await db`SELECT event_id AS event, line_no, seat_no, unit_no, quantity, units, places, total_price::int AS price, share::int, entries_total, entries_remaining, status, holder_name, bundle_id, purchase_date
       FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE order_id = ${orderId} ORDER BY e.date, seat_no`;

describe("splitting a code", () => {
  it("makes one for each person, with prices, shares, units and places as they were", async () => {
    const group = await groupCode({ nights: 2 });
    const before = await rowsOf(group.orderId);
    expect(await splitCode(site, group)).toEqual({ ok: true, value: { codes: 4 } });
    const after = await rowsOf(group.orderId);
    expect(after.map(({ seat_no, unit_no, quantity, units }) => [seat_no, unit_no, quantity, units])).toEqual(
      [
        ...[1, 2, 3, 4].map((seat) => [seat, seat < 3 ? 1 : 2, seat % 2, seat % 2]),
        ...[1, 2, 3, 4].map((seat) => [seat, seat < 3 ? 1 : 2, seat % 2, 0]),
      ],
    );
    for (const night of group.events)
      for (const sum of ["quantity", "units", "places", "price", "share", "entries_total"])
        expect([sum, total(after, night, sum)]).toEqual([sum, total(before, night, sum)]);
    for (const row of after)
      expect(row).toMatchObject({
        places: 1,
        entries_total: 1,
        entries_remaining: 1,
        status: "paid",
        holder_name: before[0].holder_name,
        purchase_date: before[0].purchase_date,
      });
    expect(new Set(after.map(({ bundle_id }) => bundle_id)).size).toBe(4);
    const labels = (await group.tickets()).map(({ label }) => label);
    expect(new Set([group.ticket.label, ...labels]).size).toBe(9);
    expect(new Set(labels.map((label) => label.slice(0, -3))).size).toBe(4);
  });

  it("ends the old label and QR, and each new code admits one person once", async () => {
    const { events, code, ticket, tickets, ...group } = await groupCode();
    const [night = ""] = events;
    await splitCode(site, group);
    expect(await enter(night, code.qr)).toBe("replaced");
    expect(await enter(night, ticket.label, code.group)).toBe("invalid");
    const people = await tickets();
    expect(people.map(({ position }) => position)).toEqual([1, 2, 3, 4].map((no) => ({ no, of: 4 })));
    for (const { label, code: own } of people) {
      expect(await enter(night, label, code.group)).toBe("invalid");
      expect(await enter(night, own?.qr ?? "")).toBe("admitted");
      expect(await enter(night, label, own?.group)).toBe("used");
    }
  });

  it("sends the holder the new codes, and journals who did it without names or codes", async () => {
    const group = await groupCode();
    await splitCode(site, group);
    const letters =
      await db`SELECT kind, recipient, variables FROM letters WHERE order_id = ${group.orderId} AND dedupe_key LIKE 'split:%'`;
    expect(letters).toEqual([
      {
        kind: "ticket_confirmation",
        recipient: `${group.actor.userId}@exemplu.ro`,
        variables: { split: true },
      },
    ]);
    const journal =
      await db`SELECT actor_id, actor_kind, what, before, after FROM journal WHERE subject_id = ${group.orderId} AND what = 'code_split'`;
    expect(journal).toEqual([
      {
        actor_id: group.actor.userId,
        actor_kind: "customer",
        what: "code_split",
        before: null,
        after: { purchaseId: group.purchaseId, codes: 4 },
      },
    ]);
  });

  it("is the buyer's and an administrator's; to anybody else the ticket does not exist (I22)", async () => {
    const { purchaseId, orderId } = await groupCode();
    const other = await season.person();
    for (const actor of [
      { userId: other.userId, role: "user" as const },
      { userId: door.userId, role: "gate" as const },
    ])
      expect(await whyNot(splitCode(site, { actor, purchaseId }))).toBe("not_found");
    for (const wrong of [newId(), "no id"])
      expect(
        await whyNot(splitCode(site, { actor: { userId: admin.userId, role: "admin" }, purchaseId: wrong })),
      ).toBe("not_found");
    expect(await rowsOf(orderId)).toHaveLength(1);
    expect(
      await splitCode(site, { actor: { userId: admin.userId, role: "admin" }, purchaseId }),
    ).toMatchObject({ ok: true });
    expect(await rowsOf(orderId)).toHaveLength(4);
  });

  it("is refused to a buyer whose ticket another person holds", async () => {
    const group = await groupCode();
    const friend = await season.person();
    await db`UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${group.orderId}`;
    for (const actor of [group.actor, { userId: friend.userId, role: "user" as const }])
      expect(await whyNot(splitCode(site, { ...group, actor }))).toBe("not_found");
  });

  it("refuses a code that is used, ended, suspended, past, too big, or one person's already", async () => {
    const changes = [
      ["used", "entries_remaining = entries_remaining - 1"],
      ["not_valid", "status = 'refunded'"],
      ["not_valid", "status = 'cancelled'"],
      ["not_valid", "suspended = 'refund'"],
      ["not_valid", "suspended = 'dispute'"],
    ] as const;
    for (const [reason, change] of changes) {
      const group = await groupCode({ nights: 2 });
      const last = `(SELECT id FROM ticket_purchases WHERE order_id = $1 AND units = 0)`;
      await client.query(`UPDATE ticket_purchases SET ${change} WHERE id = ${last}`, [group.orderId]);
      expect(await splitCode(site, group)).toEqual({ ok: false, refusal: { reason } });
    }
    const refused = async (wish: Wish) => {
      const answer = await splitCode(site, await groupCode(wish));
      return answer.ok ? "split" : answer.refusal.reason;
    };
    expect(await refused({ inDays: -2 })).toBe("over");
    expect(await refused({ nights: 5, inDays: -2 })).toBe("split");
    expect(await refused({ quantity: 1, entries: 1 })).toBe("single");
    expect(await refused({ quantity: 10, entries: 2 })).toBe("split");
    expect(await refused({ quantity: 7, entries: 3 })).toBe("too_many");
    const group = await groupCode();
    await splitCode(site, group);
    expect(await whyNot(splitCode(site, group))).toBe("single");
  });

  it("splits what is left where some tickets were taken back, to the ban", async () => {
    const group = await groupCode({ quantity: 3, entries: 2, price: 9_999 });
    await db`UPDATE ticket_purchases SET quantity = 2, units = 2, places = 4, entries_total = 4, entries_remaining = 4 WHERE order_id = ${group.orderId}`;
    expect(await splitCode(site, group)).toMatchObject({ value: { codes: 4 } });
    const rows = await rowsOf(group.orderId);
    const [night = ""] = group.events;
    expect(["units", "price", "share"].map((sum) => total(rows, night, sum))).toEqual([2, 29_997, 29_997]);
  });
});

const total = (rows: readonly Record<string, unknown>[], night: string, sum: string) =>
  rows.filter(({ event }) => event === night).reduce((n, row) => n + Number(row[sum]), 0);

it("a split order that was really paid keeps every invariant, also when one person's ticket is refunded, and then all (I1-I14, L1-L3)", async () => {
  const stage = await openMoneyStage();
  const lines = [
    { quantity: 3, entries: 2, price: 10_001 },
    { quantity: 1, codePer: "person" as const },
  ];
  for (const nights of [undefined, 3]) {
    // a pass is sold alone
    const alone = nights === undefined ? lines : lines.slice(0, 1);
    const { orderId, buyer } = await stage.soldLines(alone, nights === undefined ? {} : { nights });
    const { id } = await stage.one<{ id: string }>(
      "SELECT id FROM ticket_purchases WHERE order_id = $1 ORDER BY line_no LIMIT 1",
      [orderId],
    );
    const actor = { userId: buyer.userId, role: "user" as const };
    expect(await splitCode(stage.site, { actor, purchaseId: id })).toMatchObject({ value: { codes: 6 } });
    await stage.holds();
    const seats = await stage.seatsOf(orderId);
    expect(seats.map(({ line, seat }) => [line, seat])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((seat) => [1, seat]),
      ...alone.slice(1).map(() => [2, 1]),
    ]);
    const pair = seats.filter(({ line, seat }) => line === 1 && seat < 3).map((seat) => seat.id);
    expect(await stage.refund(orderId, { kind: "seats", seats: pair })).toMatchObject({ ok: true });
    await returnMoney(stage.site);
    await stage.holds();
    expect((await stage.seatsOf(orderId)).filter(({ status }) => status === "paid")).toHaveLength(
      seats.length - 2,
    );
    expect(await stage.refund(orderId, { kind: "whole" })).toMatchObject({ ok: true });
    await returnMoney(stage.site);
    await stage.holds();
    expect(await stage.stateOf(orderId)).toBe("refunded");
  }
});
