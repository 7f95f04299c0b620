import { describe, expect, it } from "vitest";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";

const stage = await openMoneyStage();
const { db, site, sold, soldLines, refund, stateOf, counterOf, ticketOf, revenueOf, holds } = stage;

/** Bani that left at the provider by refunds. */
async function refundedAtProvider(paymentId: string): Promise<number> {
  const listed = await site.cards.listRefundsOf(paymentId);
  if (listed.kind === "unknown") throw new Error("the provider does not answer");
  return listed.refunds.reduce((sum, { state, amount }) => sum + (state === "failed" ? 0 : amount), 0);
}

const creditOf = async (orderId: string) =>
  (
    await db`SELECT coalesce(-sum(amount), 0)::int AS n FROM ledger_entries WHERE order_id = ${orderId} AND account = 'customer_credit'`
  )[0].n;

/** An order of three at 90, of which one was taken back and its refund failed late: 90 are owed. */
async function owing() {
  const order = await soldLines([{ quantity: 3, price: 9_000 }], { card: failsLate });
  await refund(order.orderId, { kind: "part", line: 1, tickets: 1 });
  await stage.failAtProvider(order.paymentId);
  expect(await creditOf(order.orderId)).toBe(9_000);
  return order;
}

describe("a disputed payment (F25)", () => {
  it("admits nobody while it is open, and again when it is won", async () => {
    const { orderId, paymentId } = await sold();
    await site.provider.dispute(paymentId, "needs_response");
    await settleDisputes(site, paymentId);
    await settleDisputes(site, paymentId);
    expect(await stateOf(orderId)).toBe("disputed");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: "dispute" });
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
    await site.provider.dispute(paymentId, "won");
    await settleDisputes(site, paymentId);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: null });
    await holds();
  });

  it("stays won when an older answer of the provider is processed last (F15)", async () => {
    const { orderId, paymentId } = await sold();
    await site.provider.dispute(paymentId, "needs_response");
    const older = await site.cards.listDisputesOf(paymentId);
    await settleDisputes(site, paymentId);
    await site.provider.dispute(paymentId, "won");
    await settleDisputes(site, paymentId);
    const late = { ...site, cards: { ...site.cards, listDisputesOf: async () => older } };
    await settleDisputes(late, paymentId);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: null });
    await holds();
  });

  it("that is lost is charged back: tickets void, places free, no revenue; also when only its end is reported", async () => {
    const { orderId, paymentId, type } = await sold({ quantity: 2 });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    await site.provider.dispute(paymentId, "lost");
    await Promise.all([settleDisputes(site, paymentId), settleDisputes(site, paymentId)]);
    expect(await stateOf(orderId)).toBe("charged_back");
    expect(await ticketOf(orderId)).toMatchObject({ status: "cancelled" });
    expect((await counterOf(type)).sold).toBe(0);
    expect(await revenueOf(orderId)).toBe(0);
    await holds();
  });

  it("that is lost takes what was owed as well: nothing of it is paid a second time", async () => {
    const { orderId, paymentId } = await owing();
    await site.provider.dispute(paymentId, "lost");
    await settleDisputes(site, paymentId);
    expect([await stateOf(orderId), await revenueOf(orderId), await creditOf(orderId)]).toEqual([
      "charged_back",
      0,
      0,
    ]);
    for (const kind of ["owed", "whole"] as const)
      expect(await refund(orderId, { kind })).toMatchObject({ refusal: { reason: "not_refundable" } });
    expect(await refundedAtProvider(paymentId)).toBe(0);
    await holds();
  }, 60_000);

  it.each(["won", "lost"] as const)(
    "keeps a refund of owed money waiting that was not sent; %s decides whether it goes",
    async (verdict) => {
      const { orderId, paymentId } = await owing();
      site.provider.faults.set({ only: "POST /v1/refunds", loseNext: 9 });
      await refund(orderId, { kind: "owed" });
      site.provider.faults.reset();
      await site.provider.dispute(paymentId, "needs_response");
      await settleDisputes(site, paymentId);
      const again = async () => {
        await db`UPDATE refunds SET next_at = now() WHERE order_id = ${orderId}`;
        await returnMoney(site, { orderId });
        return refundedAtProvider(paymentId);
      };
      expect(await again()).toBe(0);
      await site.provider.dispute(paymentId, verdict);
      await settleDisputes(site, paymentId);
      expect(await again()).toBe(verdict === "won" ? 9_000 : 0);
      expect(await creditOf(orderId)).toBe(0);
      await holds();
    },
    60_000,
  );
});
