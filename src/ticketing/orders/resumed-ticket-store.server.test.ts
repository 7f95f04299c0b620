import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { correctAnyAddress } from "./correct-any-address.server.ts";
import { settleDisputes } from "./payment/settle-disputes.server.ts";

const stage = await openMoneyStage();
const { db, site, admin, sold } = stage;
const wrong = "gresit@exemplu.ro";
const right = "bine@exemplu.ro";

/** A guest's paid order, whose tickets went to a wrong address. */
async function guestOrder() {
  const order = await sold();
  const { userId } = order.buyer;
  await db`UPDATE profiles SET is_guest = true, email = NULL, contact_email = ${wrong} WHERE id = ${userId}`;
  await db`UPDATE letters SET state = 'sent', recipient = ${wrong} WHERE order_id = ${order.orderId}`;
  const disputed = async (state: "needs_response" | "won" | "lost") => {
    await site.provider.dispute(order.paymentId, state);
    await settleDisputes(site, order.paymentId);
  };
  const correct = async (email: string) =>
    succeeded(await correctAnyAddress(site, { actor: admin, guestId: userId, email })).tickets;
  return { ...order, userId, disputed, correct };
}
const codesOf = async (orderId: string) =>
  (await db`SELECT secret_version AS v FROM ticket_purchases WHERE order_id = ${orderId}`).map(({ v }) => v);
const lettersOf = async (orderId: string) =>
  (await db`SELECT recipient || ' ' || state AS l FROM letters WHERE order_id = ${orderId} ORDER BY id`).map(
    ({ l }) => l,
  );

it("an address corrected while tickets are suspended ends their codes at once, and the letter with the new ones goes when they admit again (one kind: a code that a former address keeps)", async () => {
  const { orderId, disputed, correct } = await guestOrder();
  await disputed("needs_response");
  expect(await correct(right)).toEqual({ sent: 0, unsent: 0, suspended: 1 });
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([[2], [`${wrong} sent`]]);
  await disputed("won");
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([
    [2],
    [`${wrong} sent`, `${right} queued`],
  ]);
});

it("an address corrected away and back while tickets are suspended gets them with their new codes", async () => {
  const { orderId, disputed, correct } = await guestOrder();
  await db`UPDATE letters SET sent_at = now() WHERE order_id = ${orderId}`;
  await disputed("needs_response");
  await correct(right);
  await correct(wrong);
  await disputed("won");
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([
    [3],
    [`${wrong} sent`, `${wrong} queued`],
  ]);
});

it("tickets that admit again are not sent again to an address that has them", async () => {
  const { orderId, disputed } = await guestOrder();
  await disputed("needs_response");
  await disputed("won");
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([[1], [`${wrong} sent`]]);
});

it("a letter that died because its tickets were suspended goes once they admit again", async () => {
  const { orderId, disputed } = await guestOrder();
  await disputed("needs_response");
  await db`UPDATE letters SET state = 'dead' WHERE order_id = ${orderId}`;
  await disputed("won");
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([
    [1],
    [`${wrong} dead`, `${wrong} queued`],
  ]);
});

it("a guest whose order was charged back has no tickets to send to a corrected address", async () => {
  const { orderId, disputed, correct } = await guestOrder();
  await disputed("lost");
  expect(await correct(right)).toEqual({ sent: 0, unsent: 0, suspended: 0 });
  expect([await codesOf(orderId), await lettersOf(orderId)]).toEqual([[1], [`${wrong} sent`]]);
});
