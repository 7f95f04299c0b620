import { describe, expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { settleDisputes } from "./settle-disputes.server.ts";

const { site, sold, refund, stateOf, counterOf, ticketOf, revenueOf, holds } = await openMoneyStage();

describe("a disputed payment (F25)", () => {
  it("admits nobody while it is open, and again when it is won", async () => {
    const { orderId, paymentIntentId } = await sold();
    await site.provider.dispute(paymentIntentId, "needs_response");
    await settleDisputes(site, paymentIntentId);
    await settleDisputes(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("disputed");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: "dispute" });
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
    await site.provider.dispute(paymentIntentId, "won");
    await settleDisputes(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: null });
    await holds();
  });

  it("stays won when an older answer of the provider is the last to be written down (F15)", async () => {
    const { orderId, paymentIntentId } = await sold();
    await site.provider.dispute(paymentIntentId, "needs_response");
    const older = await site.cards.listDisputesOf(paymentIntentId);
    await settleDisputes(site, paymentIntentId);
    await site.provider.dispute(paymentIntentId, "won");
    await settleDisputes(site, paymentIntentId);
    const late = { ...site, cards: { ...site.cards, listDisputesOf: async () => older } };
    await settleDisputes(late, paymentIntentId);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: null });
    await holds();
  });

  it("that is lost is charged back: tickets void, places free, no revenue; also when only the end is heard of", async () => {
    const { orderId, paymentIntentId, type } = await sold({ quantity: 2 });
    await refund(orderId, { kind: "part", tickets: 1 });
    await site.provider.dispute(paymentIntentId, "lost");
    await Promise.all([settleDisputes(site, paymentIntentId), settleDisputes(site, paymentIntentId)]);
    expect(await stateOf(orderId)).toBe("charged_back");
    expect(await ticketOf(orderId)).toMatchObject({ status: "cancelled" });
    expect((await counterOf(type)).sold).toBe(0);
    expect(await revenueOf(orderId)).toBe(0);
    await holds();
  });
});
