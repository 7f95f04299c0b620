import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { correctAddress } from "./correct-address.server.ts";
import { findGuestAddress } from "./guest-order-queries.server.ts";

const { season, client: owner, db, site } = await openStage();
const event = await season.night();
const type = await season.ticketType({ events: [event] });
const right = "bine@exemplu.ro";

async function buyer(): Promise<{ guestId: Uuid; orderId: Uuid }> {
  const { userId: guestId } = await makeGuest(site, {
    email: "gresit@exemplu.ro",
    fullName: "Maria",
    phone: null,
  });
  const { orderId } = await paidOrder(owner, { userId: guestId, ticketTypeId: type, events: [event] });
  return { guestId, orderId };
}
const correct = (guestId: Uuid) => correctAddress(site, { guestId, email: right });
const late = { ok: false, refusal: "too_late" };

it("correcting the address ends the codes and links that went to the wrong one, and sends anew", async () => {
  const { guestId, orderId } = await buyer();
  expect(await correct(guestId)).toEqual({
    ok: true,
    value: { tickets: { sent: 1, unsent: 0, suspended: 0 } },
  });
  const rows =
    await db`SELECT p.secret_version AS secret, g.contact_email AS email, g.contact_version AS version,
       ARRAY(SELECT recipient FROM letters WHERE order_id = ${orderId} ORDER BY id) AS letters
     FROM ticket_purchases p JOIN profiles g ON g.id = p.user_id WHERE p.order_id = ${orderId}`;
  expect(rows).toEqual([{ secret: 2, email: right, version: 2, letters: [right, right] }]);
});

it("what was sent keeps the address that it went to, and a ticket that a friend has is not sent anew", async () => {
  const { guestId, orderId } = await buyer();
  await db`UPDATE letters SET state = 'sent' WHERE order_id = ${orderId}`;
  const { orderId: sentOn } = await paidOrder(owner, {
    userId: guestId,
    ticketTypeId: type,
    events: [event],
  });
  const friend = await season.person();
  await db`UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${sentOn}`;
  expect((await correct(guestId)).ok).toBe(true);
  const recipients = async (order: Uuid) =>
    (await db`SELECT recipient FROM letters WHERE order_id = ${order} ORDER BY id`).map(
      (row) => row.recipient,
    );
  const [first, second, ...more] = await recipients(orderId);
  expect([first === right, second, more]).toEqual([false, right, []]);
  // its first letter was still waiting
  expect(await recipients(sentOn)).toEqual([right]);
  const rows = await db`SELECT secret_version FROM ticket_purchases WHERE order_id = ${sentOn}`;
  expect(rows).toEqual([{ secret_version: 1 }]);
});

it("a correction sends what the guest paid for, and of the rest no more than a mailbox gets a day (one kind: emails to a stranger that no limit counts)", async () => {
  const { guestId, orderId } = await buyer();
  const payer = await season.person();
  const most = limits.unaskedLettersPerMailboxAndDay;
  const stranger = "straina@exemplu.ro";
  for (let n = 0; n < most + 2; n++) {
    const { orderId: received } = await paidOrder(owner, {
      userId: payer.userId,
      ticketTypeId: type,
      events: [event],
    });
    await db`UPDATE ticket_purchases SET user_id = ${guestId} WHERE order_id = ${received}`;
  }
  await db`UPDATE letters SET state = 'sent' WHERE state = 'queued'`;
  const corrected = await correctAddress(site, { guestId, email: stranger });
  expect(corrected).toEqual({ ok: true, value: { tickets: { sent: most + 1, unsent: 2, suspended: 0 } } });
  const letters = await db`SELECT order_id AS "orderId" FROM letters WHERE recipient = ${stranger}`;
  expect(letters).toHaveLength(most + 1);
  expect(letters.map((row) => row.orderId)).toContain(orderId);
});

it("two guests of one order who correct their addresses each get their tickets", async () => {
  const { guestId, orderId } = await buyer();
  const { userId: friend } = await makeGuest(site, { email: "f@exemplu.ro", fullName: "Fane", phone: null });
  await season.db`INSERT INTO ticket_purchases SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', ${friend}::uuid, 'ticket_code', 'FSC-9999-000001', 'seat_no', 2))).* FROM ticket_purchases p WHERE order_id = ${orderId}`;
  await season.db`INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, to_id, secret_hash, by, state, ended_at) VALUES (gen_random_uuid(), ${orderId}, 1, 2, ${guestId}, ${friend}, ${"0".repeat(64)}, 'link', 'accepted', now())`;
  for (const id of [friend, guestId]) expect((await correct(id)).ok).toBe(true);
  const keys =
    await db`SELECT user_id AS id FROM letters WHERE order_id = ${orderId} AND dedupe_key LIKE 'corrected:%'`;
  expect(keys.map(({ id }) => id).sort()).toEqual([friend, guestId].sort());
});

it("once, within 24 hours, of a paid order, and not when the address is proven", async () => {
  const { guestId } = await buyer();
  const answers = await Promise.all([correct(guestId), correct(guestId), correct(guestId)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await correct(guestId)).toEqual(late);

  const slow = await buyer();
  await db`UPDATE orders SET paid_at = paid_at - interval '25 hours' WHERE id = ${slow.orderId}`;
  await paidOrder(owner, { userId: slow.guestId, ticketTypeId: type, events: [event] });
  expect(await correct(slow.guestId)).toEqual(late);

  const proven = await buyer();
  await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${proven.guestId}`;
  expect(await correct(proven.guestId)).toEqual(late);

  const { userId: idle } = await makeGuest(site, { email: right, fullName: "Maria", phone: null });
  expect(await correct(idle)).toEqual({ ok: false, refusal: "not_found" });
  const { userId } = await season.person();
  await paidOrder(owner, { userId, ticketTypeId: type, events: [event] });
  expect(await correct(userId)).toEqual({ ok: false, refusal: "not_found" });
});

it("a guest reads whether the address can be corrected, and nobody with an account does", async () => {
  const { guestId } = await buyer();
  expect(await findGuestAddress(site, guestId)).toEqual({ email: "gresit@exemplu.ro", mayCorrect: true });
  expect(await findGuestAddress(site, (await season.person()).userId)).toBeUndefined();
  await correct(guestId);
  expect(await findGuestAddress(site, guestId)).toEqual({ email: right, mayCorrect: false });
});
