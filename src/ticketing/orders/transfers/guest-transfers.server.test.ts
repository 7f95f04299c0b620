/** Tickets that are sent to and by people without an account. */
import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openStage } from "#test/support/stage.ts";
import { queuedLetter } from "#test/support/written-letter.ts";
import { isTokenOfTickets, tokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { readLetterFacts } from "#ticketing/delivery/read-letter-facts.server.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { correctAddress } from "#ticketing/orders/correct-address.server.ts";
import { findGuestAddress, listGuestsOfOrder } from "#ticketing/orders/guest-order-queries.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { acceptTicket } from "./accept-ticket.server.ts";
import { declineTicket } from "./decline-ticket.server.ts";
import { sendTicket } from "./send-ticket.server.ts";

const { season, client, db, site: services } = await openStage();
const keys = await openSigningKeys({
  database: services.database,
  appSecret: "a secret of the test, long enough",
});

const passesOfGuests = dataInvariants.filter(({ id }) => id === "T2");

type Person = { readonly userId: Uuid; readonly role: "user" };
let guests = 0;
async function guest(fullName = "Vlad Fără Cont"): Promise<Person & { email: string }> {
  guests += 1;
  const email = `oaspete-${guests}@exemplu.ro`;
  const { userId } = await makeGuest(services, { email, fullName, phone: null });
  return { userId, role: "user", email };
}
const account = async (): Promise<Person> => ({ userId: (await season.person()).userId, role: "user" });

type Sent = { by?: Person; nights?: number; family?: Family };

/** Two seats of somebody, the first of which is sent by a link. */
async function sent({ by, nights = 1, family = "ordinary" }: Sent = {}) {
  const events: Uuid[] = [];
  for (let at = 0; at < nights; at++) events.push(await season.night({ inDays: at + 1, time: null }));
  const ticketTypeId = await season.ticketType({ events, family });
  const sender = by ?? (await account());
  const line = { ticketTypeId, quantity: 2, codePer: "person" as const };
  const { orderId, purchaseIds } = await paidLines(client, {
    userId: sender.userId,
    events,
    family,
    lines: [line],
  });
  const [purchaseId = ""] = purchaseIds;
  return { sender, orderId, purchaseId, secret: await linkOf(sender, purchaseId) };
}
async function linkOf(actor: Person, purchaseId: string): Promise<string> {
  const made = await sendTicket(services, { actor, purchaseId, name: null, email: null });
  if (!made.ok || made.value.by !== "link") throw new Error("no link");
  return new URL(made.value.link).searchParams.get("token") ?? "";
}
const accept = (actor: Person, secret: string) => acceptTicket(services, { actor, secret });
const lettersTo = async (recipient: string) => {
  const rows = await db`SELECT kind FROM letters WHERE recipient = ${recipient} ORDER BY kind`;
  return rows.map(({ kind }) => kind);
};
const refusedFor = (reason: string) => ({ ok: false, refusal: { reason } });

describe("a ticket is received without an account", () => {
  it("its code is another one, it comes by letter, and the link of that letter opens it and not the buyer's order", async () => {
    const { sender, orderId, purchaseId, secret } = await sent();
    const vlad = await guest();
    expect(await accept(vlad, secret)).toEqual({ ok: true, value: { purchaseId, orderId, isEmailed: true } });
    const rows =
      await db`SELECT user_id, holder_name, secret_version FROM ticket_purchases WHERE id = ${purchaseId}`;
    expect(rows).toEqual([{ user_id: vlad.userId, holder_name: "Vlad Fără Cont", secret_version: 2 }]);
    expect(await lettersTo(vlad.email)).toEqual(["ticket_confirmation"]);
    expect(await lettersTo(`${sender.userId}@exemplu.ro`)).toContain("ticket_accepted");
    const known = await services.database.withDuty("deliver", (sql) => listGuestsOfOrder(sql, orderId));
    expect(known).toEqual([{ userId: vlad.userId, fullName: "Vlad Fără Cont", version: 1, isBuyer: false }]);
    const [linked] = [{ orderId, version: 1, holderId: vlad.userId }];
    const token = tokenOfTickets(keys, linked);
    expect(isTokenOfTickets(keys, linked, token)).toBe(true);
    for (const holderId of [null, sender.userId])
      expect(isTokenOfTickets(keys, { ...linked, holderId }, token)).toBe(false);
  });

  it("a pass is for accounts: a guest is refused, and it waits on; an early bird is for guests as well", async () => {
    const { secret } = await sent({ nights: 2, family: "season_pass" });
    expect(await accept(await guest(), secret)).toEqual(refusedFor("account_needed"));
    expect((await accept(await account(), secret)).ok).toBe(true);
    const earlyBird = await sent({ nights: 2, family: "early_bird" });
    expect((await accept(await guest(), earlyBird.secret)).ok).toBe(true);
    expect(await findViolations(client, passesOfGuests)).toEqual([]);
  });

  it("not while a process of a build runs that would send the guest the link of the buyer's order", async () => {
    const { secret } = await sent();
    await db`INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{"knowsLines": true, "knowsPhases": true, "knowsGuests": true}')`;
    expect(await accept(await guest(), secret)).toEqual(refusedFor("too_early"));
    await db`DELETE FROM process_pulses`;
    expect((await accept(await guest(), secret)).ok).toBe(true);
  });

  it("the address that was typed wrongly is corrected once, and the ticket goes out anew with another code", async () => {
    const { orderId, purchaseId, secret } = await sent();
    const vlad = await guest();
    await accept(vlad, secret);
    const address = () => findGuestAddress(services, vlad.userId);
    expect(await address()).toEqual({ email: vlad.email, mayCorrect: true });
    const right = `bun-${vlad.email}`;
    expect((await correctAddress(services, { guestId: vlad.userId, email: right })).ok).toBe(true);
    expect(await lettersTo(right)).toContain("ticket_confirmation");
    expect(await address()).toEqual({ email: right, mayCorrect: false });
    const rows = await db`SELECT secret_version, order_id FROM ticket_purchases WHERE id = ${purchaseId}`;
    expect(rows).toEqual([{ secret_version: 3, order_id: orderId }]);
  });

  it.each<[string, { made: number; bought?: number; received?: number }, boolean]>([
    ["received now, by a guest of old", { made: 48, received: 0 }, true],
    ["bought now, by a guest of old", { made: 48, bought: 0 }, true],
    ["received a day ago", { made: 48, received: 25 }, false],
    ["bought a day ago, received now", { made: 48, bought: 25, received: 0 }, false],
    ["received a day ago, bought now", { made: 48, bought: 0, received: 25 }, false],
  ])(
    "a mistyped address can be corrected for a day from the first ticket, as page, letter and act say: %s (one kind: one promise with two beginnings)",
    async (_, ago, may) => {
      const vlad = await guest();
      await db`UPDATE profiles SET created_at = now() - make_interval(hours => ${ago.made}) WHERE id = ${vlad.userId}`;
      const orders: string[] = [];
      if (ago.received !== undefined) {
        const { secret, orderId } = await sent();
        expect(await accept(vlad, secret)).toMatchObject({ ok: true, value: { isEmailed: true } });
        await db`UPDATE transfers SET ended_at = now() - make_interval(hours => ${ago.received}) WHERE order_id = ${orderId}`;
        orders.push(orderId);
      }
      if (ago.bought !== undefined) {
        const { orderId } = await sent({ by: vlad });
        await db`UPDATE orders SET paid_at = now() - make_interval(hours => ${ago.bought}) WHERE id = ${orderId}`;
        orders.push(orderId);
      }
      expect(await findGuestAddress(services, vlad.userId)).toMatchObject({ mayCorrect: may });
      for (const orderId of orders) {
        const letter = await queuedLetter(db, { userId: vlad.userId, orderId });
        const facts = await services.database.withDuty("deliver", (sql) =>
          readLetterFacts(sql, { ...services, keys }, letter),
        );
        expect(facts.mayCorrectAddress).toBe(may);
      }
      const corrected = await correctAddress(services, { guestId: vlad.userId, email: `bun-${vlad.email}` });
      expect(corrected.ok).toBe(may);
    },
  );
});

describe('declining a ticket ("Nu e pentru mine")', () => {
  it("ends the link, leaves the ticket and its code to the sender, and tells the sender once", async () => {
    const { sender, purchaseId, secret } = await sent();
    const decline = () => declineTicket(services, { secret });
    const answers = await Promise.all([decline(), decline(), decline()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await decline()).toEqual(refusedFor("gone"));
    expect(await accept(await guest(), secret)).toEqual(refusedFor("gone"));
    const rows = await db`SELECT user_id, secret_version FROM ticket_purchases WHERE id = ${purchaseId}`;
    expect(rows).toEqual([{ user_id: sender.userId, secret_version: 1 }]);
    const told = (await lettersTo(`${sender.userId}@exemplu.ro`)).filter(
      (kind) => kind === "ticket_declined",
    );
    expect(told).toHaveLength(1);
    expect((await accept(await account(), await linkOf(sender, purchaseId))).ok).toBe(true);
  });

  it("does nothing for a link that is over, or none of ours", async () => {
    const { secret } = await sent();
    await accept(await account(), secret);
    expect(await declineTicket(services, { secret })).toEqual(refusedFor("gone"));
    expect(await declineTicket(services, { secret: "A".repeat(43) })).toEqual(refusedFor("gone"));
  });
});

describe("a guest sends tickets on", () => {
  it("by a link; by email only once the address is proven", async () => {
    const maria = await guest("Maria");
    const { purchaseId } = await sent({ by: maria });
    const byEmail = () =>
      sendTicket(services, { actor: maria, purchaseId, name: null, email: "prieten@exemplu.ro" });
    expect(await byEmail()).toEqual(refusedFor("unproven"));
    await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${maria.userId}`;
    expect(await sendTicket(services, { actor: maria, purchaseId, name: null, email: maria.email })).toEqual(
      refusedFor("own_address"),
    );
    expect(await byEmail()).toEqual({ ok: true, value: { by: "email", recipient: "prieten@exemplu.ro" } });
  });

  it("to another guest, who sends it back, three times in all", async () => {
    const [maria, vlad] = [await guest("Maria"), await guest()];
    const { purchaseId, secret } = await sent({ by: maria });
    expect((await accept(vlad, secret)).ok).toBe(true);
    expect((await accept(maria, await linkOf(vlad, purchaseId))).ok).toBe(true);
    expect((await accept(vlad, await linkOf(maria, purchaseId))).ok).toBe(true);
    expect(await sendTicket(services, { actor: vlad, purchaseId, name: null, email: null })).toEqual(
      refusedFor("too_often"),
    );
    expect(await lettersTo(maria.email)).toContain("ticket_accepted");
  });
});
