import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Services } from "#platform/services.ts";
import { openGuestClaims } from "#test/support/guest-claims.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { queriesOf } from "#test/support/queries.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { acceptTicket } from "./transfers/accept-ticket.server.ts";
import { sendTicket } from "./transfers/send-ticket.server.ts";

const { owner, database, event, type, freshEmail, account, sentCode, claim } = await openGuestClaims();
const db = queriesOf(owner);
const services = { database, origin: "https://club.example", now: () => new Date() } as unknown as Services;

describe("tickets that were sent to and by the guest", () => {
  /** A paid order with a code for each of two people. */
  async function seats(userId: Uuid): Promise<[string, string]> {
    const line = { ticketTypeId: type, quantity: 2, codePer: "person" as const };
    const { purchaseIds } = await paidLines(owner, { userId, events: [event], lines: [line] });
    return [purchaseIds[0] ?? "", purchaseIds[1] ?? ""];
  }
  const asUser = (userId: Uuid) => ({ userId, role: "user" as const });
  async function linkOf(userId: Uuid, purchaseId: string): Promise<string> {
    const made = await sendTicket(services, { actor: asUser(userId), purchaseId, name: null, email: null });
    if (!made.ok || made.value.by !== "link") throw new Error("no link");
    return new URL(made.value.link).searchParams.get("token") ?? "";
  }
  async function handOver(from: Uuid, to: Uuid, purchaseId: string): Promise<void> {
    const secret = await linkOf(from, purchaseId);
    if (!(await acceptTicket(services, { actor: asUser(to), secret })).ok) throw new Error("not accepted");
  }
  const newGuest = async (email: string) =>
    (await makeGuest({ database }, { email, fullName: "Oaspete", phone: null })).userId;
  const holderOf = async (purchaseId: string) =>
    (await db`SELECT user_id AS id FROM ticket_purchases WHERE id = ${purchaseId}`)[0]?.id;
  const isWhole = async () =>
    expect(
      await findViolations(
        owner,
        dataInvariants.filter(({ id }) => id === "T1"),
      ),
    ).toEqual([]);
  const claimed = async (guestId: Uuid, email: string) => claim(guestId, await sentCode(guestId, email));

  it("join the account with its orders: what was sent on, what waits, and what others sent (T1)", async () => {
    const email = freshEmail();
    const [guestId, accountId] = [await newGuest(email), await account(email)];
    const [friend, sender] = [await newGuest(freshEmail()), await account(freshEmail())];
    const [given, waiting] = await seats(guestId);
    const [received, passedOn] = await seats(sender);
    await handOver(guestId, friend, given);
    const secret = await linkOf(guestId, waiting);
    await handOver(sender, guestId, received);
    await handOver(sender, guestId, passedOn);
    await handOver(guestId, friend, passedOn);
    expect(await claimed(guestId, email)).toEqual({ ok: true, value: { orders: 1, received: 1 } });
    expect(await Promise.all([given, waiting, received, passedOn].map(holderOf))).toEqual([
      friend,
      accountId,
      accountId,
      friend,
    ]);
    await isWhole();
    const { rows } = await owner.query("SELECT FROM transfers WHERE from_id = $1 OR to_id = $1", [guestId]);
    expect(rows).toEqual([]);
    expect((await acceptTicket(services, { actor: asUser(friend), secret })).ok).toBe(true);
    await isWhole();
  });

  it("a guest who bought nothing keeps a received ticket too", async () => {
    const email = freshEmail();
    const [guestId, accountId] = [await newGuest(email), await account(email)];
    const sender = await account(freshEmail());
    const [received] = await seats(sender);
    await handOver(sender, guestId, received);
    expect(await claimed(guestId, email)).toEqual({ ok: true, value: { orders: 0, received: 1 } });
    expect(await holderOf(received)).toBe(accountId);
    await isWhole();
  });

  it("what went between the guest and the same person's account is no sending any more", async () => {
    const email = freshEmail();
    const [guestId, accountId, friend] = [
      await newGuest(email),
      await account(email),
      await account(freshEmail()),
    ];
    const [there, andOn] = await seats(accountId);
    await handOver(accountId, guestId, there);
    await handOver(accountId, guestId, andOn);
    await handOver(guestId, friend, andOn);
    const [back] = await seats(guestId);
    await handOver(guestId, accountId, back);
    expect((await claimed(guestId, email)).ok).toBe(true);
    expect(await Promise.all([there, andOn, back].map(holderOf))).toEqual([accountId, friend, accountId]);
    await isWhole();
  });

  it("waits for a link that is being made of one of its orders, and takes it along", async () => {
    const email = freshEmail();
    const [guestId, accountId] = [await newGuest(email), await account(email)];
    const [mine] = await seats(guestId);
    const [received] = await seats(await account(freshEmail()));
    const rows = await db<{ user_id: Uuid }>`SELECT user_id FROM ticket_purchases WHERE id = ${received}`;
    await handOver(rows[0]?.user_id ?? guestId, guestId, received);
    const code = await sentCode(guestId, email);
    const ids = [mine, received];
    await db`BEGIN`;
    await db`SELECT FROM orders WHERE id IN (SELECT order_id FROM ticket_purchases WHERE id = ANY(${ids})) FOR UPDATE`;
    const claiming = claim(guestId, code);
    await untilWaiting(owner);
    await db`INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, secret_hash, by)
       SELECT gen_random_uuid(), order_id, line_no, seat_no, ${guestId}, encode(sha256(id::text::bytea), 'hex'), 'link' FROM ticket_purchases WHERE id = ANY(${ids})`;
    await db`COMMIT`;
    expect(await claiming).toEqual({ ok: true, value: { orders: 1, received: 1 } });
    expect(await Promise.all(ids.map(holderOf))).toEqual([accountId, accountId]);
    await isWhole();
  });
});
