import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { returnMoney } from "./return-money.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

const stage = await openMoneyStage();
const { db, site, soldLines, refund, stateOf, ids, shown, revenueOf, holds } = stage;

const creditOf = async (orderId: string) =>
  (
    await db`SELECT coalesce(-sum(amount), 0)::int AS n FROM ledger_entries WHERE order_id = ${orderId} AND account = 'customer_credit'`
  )[0].n;
const atProvider = (paymentId: string, amount: number) =>
  site.cards.refund({ key: newId(), paymentId, amount });

/** A bank takes so much of the payment for good. */
async function bankTakes(paymentId: string, amount: number): Promise<void> {
  const lost = { id: newId(), state: "lost" as const, amount, currency: "ron", paymentId };
  const disputes = [{ ...lost, createdAt: new Date() }];
  const answer = { kind: "listed" as const, disputes, foreign: [], unreadable: [] };
  await settleDisputes({ ...site, cards: { ...site.cards, listDisputesOf: async () => answer } }, paymentId);
}

/** Three at 90 each, of which one ended and its refund failed late: 90 are owed. */
async function owing() {
  const order = await soldLines([{ quantity: 3, price: 9_000, codePer: "person" }], { card: failsLate });
  await refund(order.orderId, { kind: "seats", seats: await ids(order.orderId, "1.1") });
  await stage.failAtProvider(order.paymentId);
  expect(await creditOf(order.orderId)).toBe(9_000);
  return order;
}

it.each([
  [4_000, 5_000, "partially_refunded", ["paid 9000", "paid 9000"]],
  [9_000, 0, "partially_refunded", ["paid 9000", "paid 9000"]],
  [18_000, 0, "partially_refunded", ["paid 4500", "paid 4500"]],
  [27_000, 0, "refunded", ["refunded 9000", "refunded 9000"]],
] as const)(
  "a refund of %d bani by hand pays the 9000 that are owed first, then lowers prices; the seats end when nothing is left (I7, I11)",
  async (amount, owed, state, seats) => {
    const { orderId, paymentId } = await owing();
    await atProvider(paymentId, amount);
    expect(await settleRefunds(site, paymentId)).toEqual({ ok: true, value: { orderId } });
    expect([await stateOf(orderId), await creditOf(orderId)]).toEqual([state, owed]);
    expect(await shown(orderId)).toEqual([
      "1.1 refunded 9000",
      ...seats.map((seat, at) => `1.${at + 2} ${seat}`),
    ]);
    await holds();
  },
  60_000,
);

it("a refund by hand of owed money that fails later is owed again, and raises no price that a bank lowered", async () => {
  const { orderId, paymentId } = await owing();
  await atProvider(paymentId, 9_000);
  await settleRefunds(site, paymentId);
  await bankTakes(paymentId, 9_000);
  await stage.failAtProvider(paymentId);
  expect([await creditOf(orderId), await revenueOf(orderId)]).toEqual([9_000, 9_000]);
  await holds();
}, 60_000);

it("a refund that leaves after a bank took most of its money ends the seats, since nothing is left (F25, I7)", async () => {
  const { orderId, paymentId } = await soldLines([{ quantity: 4, price: 9_000, codePer: "person" }]);
  const seats = await ids(orderId, "1.1", "1.2");
  await stage.refundUnheard(orderId, { kind: "seats", seats });
  await db`UPDATE refunds SET state = 'pending' WHERE order_id = ${orderId}`;
  await bankTakes(paymentId, 27_000);
  await settleRefunds(site, paymentId);
  expect([await stateOf(orderId), await revenueOf(orderId), await creditOf(orderId)]).toEqual([
    "refunded",
    0,
    -9_000,
  ]);
  expect((await shown(orderId)).every((seat) => seat.includes("refunded"))).toBe(true);
  await holds();
});

/** Settling the refunds of this payment throws. */
function throwsFor(paymentId: string) {
  const listRefundsOf: typeof site.cards.listRefundsOf = async (asked) => {
    if (asked === paymentId) throw new Error("cannot be settled");
    return site.cards.listRefundsOf(asked);
  };
  return { ...site, cards: { ...site.cards, listRefundsOf } };
}

it("a payment that cannot be settled is a difference in the reconciliation, and stops no other one", async () => {
  const [bad, good] = [await soldLines([{ quantity: 2 }]), await soldLines([{ quantity: 2 }])];
  for (const { paymentId } of [bad, good]) await atProvider(paymentId, 11_000);
  const missed = await orderStages(stage.season, site).paid({ capacity: 5 });
  const compare = async (services: typeof site) => {
    const compared = await reconcile(services, { since: new Date(Date.now() - 86_400_000), by: "job" });
    const all = compared.ok ? compared.value.differences : [compared];
    return all.filter(
      (one) => !("paymentId" in one) || [bad.paymentId, good.paymentId].includes(one.paymentId ?? ""),
    );
  };
  const ofBad = { kind: "refund", paymentId: bad.paymentId, ours: null, theirs: -11_000 };
  expect(await compare(throwsFor(bad.paymentId))).toMatchObject([ofBad]);
  for (const [orderId, state] of [
    [bad.orderId, "paid"],
    [good.orderId, "partially_refunded"],
    [missed.orderId, "paid"],
  ] as const)
    expect(await stateOf(orderId)).toBe(state);
  expect(await compare(site)).toEqual([]);
});

it("a payment that cannot be settled ends the returning of no other money, and is tried again", async () => {
  const orders = [await soldLines([{ quantity: 2 }]), await soldLines([{ quantity: 2 }])];
  for (const { orderId } of orders) await stage.refundUnheard(orderId, { kind: "whole" });
  const [bad, good] = orders.map(({ orderId, paymentId }) => ({ orderId, paymentId }));
  await db`UPDATE refunds SET next_at = now() - CASE order_id WHEN ${bad?.orderId ?? ""}::uuid THEN interval '1 hour' ELSE '0' END`;
  await returnMoney(throwsFor(bad?.paymentId ?? ""));
  expect([await stateOf(bad?.orderId ?? ""), await stateOf(good?.orderId ?? "")]).toEqual([
    "paid",
    "refunded",
  ]);
  await stage.askAgain(bad?.orderId ?? "");
  expect(await stateOf(bad?.orderId ?? "")).toBe("refunded");
  await holds();
});
