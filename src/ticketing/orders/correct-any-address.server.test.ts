import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { changedServices } from "#test/support/changed-statements.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { correctAnyAddress } from "./correct-any-address.server.ts";
import { lockOrder } from "./order-store.server.ts";
import { issuePurchases } from "./payment/issue-purchases.server.ts";

const { season, client: owner, db, site } = await openStage();
const event = await season.night();
const type = await season.ticketType({ events: [event] });
const seller = { userId: (await season.person("box_office")).userId, role: "box_office" } as const;
const manager = { userId: (await season.person("manager")).userId, role: "manager" } as const;

async function buyer(): Promise<{ guestId: Uuid; orderId: Uuid }> {
  const { userId: guestId } = await makeGuest(site, {
    email: "gresit@exemplu.ro",
    fullName: "Maria",
    phone: null,
  });
  const { orderId } = await paidOrder(owner, { userId: guestId, ticketTypeId: type, events: [event] });
  await db`UPDATE letters SET state = 'sent' WHERE order_id = ${orderId}`;
  return { guestId, orderId };
}
const correct = (guestId: string, email: string, actor: typeof seller | typeof manager = seller) =>
  correctAnyAddress(site, { actor, guestId, email });
const lettersOf = async (orderId: string) =>
  (
    await db<{ recipient: string }>`SELECT recipient FROM letters WHERE order_id = ${orderId} ORDER BY id`
  ).map(({ recipient }) => recipient);

it("the box office corrects a guest's address late and again, and the journal says who", async () => {
  const { guestId, orderId } = await buyer();
  await db`UPDATE orders SET paid_at = paid_at - interval '3 days' WHERE id = ${orderId}`;
  expect(await correct(guestId, " Bine@exemplu.ro ")).toEqual(
    done({ email: "bine@exemplu.ro", tickets: { sent: 1, unsent: 0, suspended: 0 } }),
  );
  expect((await correct(guestId, "maibine@exemplu.ro")).ok).toBe(true);
  expect(await lettersOf(orderId)).toEqual(["gresit@exemplu.ro", "maibine@exemplu.ro", "maibine@exemplu.ro"]);
  const rows =
    await db`SELECT actor_id AS by, actor_kind AS kind FROM journal WHERE subject_id = ${orderId} AND what = 'address_corrected'`;
  const by = { by: seller.userId, kind: "box_office" };
  expect(rows).toEqual([by, by]);
  const codes = await db`SELECT secret_version AS v FROM ticket_purchases WHERE order_id = ${orderId}`;
  expect(codes).toEqual([{ v: 3 }]);
});

it("an order that is settled during the correction has its email at the new address (race)", async () => {
  const { guestId, orderId: before } = await buyer();
  const orderId = newId();
  await db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, paid_at)
     SELECT ${orderId}, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, paid_at FROM orders WHERE id = ${before}`;
  const barrier = openBarrier();
  // it has found the tickets to send anew, and is not committed
  const held = changedServices(site, async (statement, ask) => {
    const answer = await ask(statement);
    if (statement.name === "orders-to-send-anew") await barrier.hold();
    return answer;
  });
  const first = () => correctAnyAddress(held, { actor: seller, guestId, email: "bine@exemplu.ro" });
  const second = () =>
    site.database.withDuty("settle", async (sql) => {
      const order = await lockOrder(sql, orderId);
      return order && issuePurchases(sql, [{ order, sessionId: null }]);
    });
  const { ends, wasHeld } = await overlap(owner, { barrier, first, second });
  expect(wasHeld).toBe(true);
  expect(ends).toMatchObject([{ value: { ok: true } }, { value: [expect.any(String)] }]);
  expect(await lettersOf(orderId)).toEqual(["bine@exemplu.ro"]);
});

it("the same address changes nothing", async () => {
  const { guestId, orderId } = await buyer();
  expect((await correct(guestId, "gresit@exemplu.ro")).ok).toBe(true);
  expect(await lettersOf(orderId)).toEqual(["gresit@exemplu.ro"]);
});

it("a proven address, an account's, a wrong spelling, and somebody without the right are refused", async () => {
  const { guestId, orderId } = await buyer();
  await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${guestId}`;
  expect(await correct(guestId, "bine@exemplu.ro")).toMatchObject({ refusal: { reason: "proven" } });
  await db`UPDATE profiles SET contact_proven_at = NULL WHERE id = ${guestId}`;
  expect(await correct(guestId, "bine")).toMatchObject({ refusal: { reason: "bad_address" } });
  expect(await correct(guestId, "bine@exemplu.ro", manager)).toMatchObject({
    refusal: { reason: "not_allowed" },
  });
  const { userId } = await season.person();
  for (const nobody of [userId, "nimeni"])
    expect(await correct(nobody, "bine@exemplu.ro")).toMatchObject({ refusal: { reason: "no_guest" } });
  expect(await lettersOf(orderId)).toEqual(["gresit@exemplu.ro"]);
});
