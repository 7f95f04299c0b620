import { describe, expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { settleDisputes } from "./settle-disputes.server.ts";

const { site, sold, refund, stateOf, counterOf, ticketOf, revenueOf, holds } = await openMoneyStage();

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
});
