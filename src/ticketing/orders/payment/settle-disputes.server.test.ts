import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { findOwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { findOrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { openCardPage } from "./open-card-page.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const stage = await openMoneyStage();
const { db, site, sold, soldLines, refund, stateOf, counterOf, ticketOf, revenueOf, holds } = stage;
const { shown, seatsOf, ids } = stage;
const [stages, rows] = [orderStages(stage.season, site), orderRows(stage.season.client)];

/** The bank says this of the payment, and the order is settled with it. */
async function dispute(paymentId: string, says: "needs_response" | "won" | "lost", services = site) {
  await site.provider.dispute(paymentId, says);
  await settleDisputes(services, paymentId);
}

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

const disputedOf = async (orderId: string) =>
  (
    await db`SELECT coalesce(sum(amount), 0)::int AS n FROM ledger_entries WHERE order_id = ${orderId} AND account = 'disputes'`
  )[0].n;

/** Its payments are days old, so that each must have an outcome. */
const daysLater = (orderId: string) =>
  stage.season.client.query(
    `SET session_replication_role = replica; UPDATE payments SET at = at - interval '2 days' WHERE order_id = '${orderId}'; SET session_replication_role = origin`,
  );

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

describe("an order that was paid twice", () => {
  async function paidTwice(beforeSettling = async (_orderId: string) => {}) {
    const order = await stages.atCardPage();
    const { orderId, sessionId } = order;
    await db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ${orderId}`;
    const page = await openCardPage(site, orderId);
    const second = (page.ok && page.value.url.split("/").at(-1)) || "";
    await beforeSettling(orderId);
    for (const session of [sessionId, second]) {
      await payWithCard(site.provider.pagesBase, session);
      await settlePayment(site, { sessionId: session, by: "notice" });
    }
    const [firstPayment, secondPayment] = [await stages.paymentOf(sessionId), await stages.paymentOf(second)];
    return { ...order, firstPayment, secondPayment };
  }

  it.each(["waits", "has left"])(
    "keeps its tickets when the second payment is disputed and lost, and that one's refund %s",
    async (refundOfSecond) => {
      const { orderId, type, firstPayment, secondPayment } = await paidTwice();
      const hasLeft = refundOfSecond === "has left";
      if (hasLeft) await returnMoney(site, { orderId });
      await dispute(secondPayment, "needs_response");
      expect(await returnMoney(site, { orderId })).toBe(0);
      const valid = { status: "paid", suspended: null };
      expect([await stateOf(orderId), await ticketOf(orderId)]).toMatchObject(["paid", valid]);
      await dispute(secondPayment, "lost");
      expect([await stateOf(orderId), await ticketOf(orderId)]).toMatchObject(["paid", valid]);
      expect((await counterOf(type)).sold).toBe(1);
      expect([await revenueOf(orderId), await creditOf(orderId)]).toEqual([11_000, 0]);
      expect(await rows.refunds(orderId)).toEqual([
        `second_payment 11000 ${hasLeft ? "succeeded" : "failed"}`,
      ]);
      await daysLater(orderId);
      await holds();
      expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 11_000 } });
      expect([await refundedAtProvider(firstPayment), await stateOf(orderId)]).toEqual([11_000, "refunded"]);
      await holds();
    },
  );

  it.each([
    ["second", "first"],
    ["first", "second"],
  ] as const)(
    "admits nobody while the first payment is disputed: the %s one's dispute is won first, then the %s one's",
    async (...turns) => {
      const { orderId, firstPayment, secondPayment } = await paidTwice();
      const payments = { first: firstPayment, second: secondPayment };
      for (const payment of Object.values(payments)) await dispute(payment, "needs_response");
      for (const turn of turns) {
        await dispute(payments[turn], "won");
        const isFirstOpen = turn === "second" && turns[0] === "second";
        expect([await stateOf(orderId), await ticketOf(orderId)]).toMatchObject(
          isFirstOpen ? ["disputed", { suspended: "dispute" }] : ["paid", { suspended: null }],
        );
      }
      await returnMoney(site, { orderId });
      expect(await refundedAtProvider(secondPayment)).toBe(11_000);
      await holds();
    },
  );

  it("gives nothing back of a payment that a bank took: the other one returns its own money", async () => {
    const { orderId, firstPayment, secondPayment } = await paidTwice((id) =>
      stage.force(id, "total = total + 1").then(() => {}),
    );
    expect(await stateOf(orderId)).toBe("manual_review");
    await dispute(firstPayment, "lost");
    await db`UPDATE refunds SET state = 'failed' WHERE order_id = ${orderId}`;
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 11_000 } });
    expect(await refundedAtProvider(secondPayment)).toBe(11_000);
    expect(await stateOf(orderId)).toBe("refunded");
    await stage.force(orderId, "total = total - 1");
    await holds();
  });
});

describe("a dispute of a part of the payment that is lost", () => {
  /** Four seats at 90, and the site to which a bank disputes 90 lei of them. */
  async function disputedInPart() {
    const order = await soldLines([{ quantity: 4, price: 9_000, codePer: "person" }]);
    const listDisputesOf = async (paymentId: string) => {
      const listed = await site.cards.listDisputesOf(paymentId);
      if (listed.kind === "unknown") return listed;
      return { ...listed, disputes: listed.disputes.map((one) => ({ ...one, amount: 9_000 })) };
    };
    return { ...order, inPart: { ...site, cards: { ...site.cards, listDisputesOf } } };
  }

  it("takes its amount of the revenue and no seat; the rest can be given back", async () => {
    const order = await disputedInPart();
    const { orderId, paymentId, inPart, types } = order;
    await dispute(paymentId, "lost", inPart);
    await Promise.all([settleDisputes(inPart, paymentId), settleDisputes(inPart, paymentId)]);
    const lower = [1, 2, 3, 4].map((seat) => `1.${seat} paid 6750`);
    expect([await stateOf(orderId), await shown(orderId)]).toEqual(["partially_refunded", lower]);
    expect((await seatsOf(orderId)).every(({ suspended }) => suspended === null)).toBe(true);
    expect([await revenueOf(orderId), await disputedOf(orderId)]).toEqual([27_000, 0]);
    await holds();
    const seen = await site.database.readAs(stage.admin, (sql) => findOrderOverview(sql, orderId));
    expect(seen?.steps.filter(({ what }) => what.startsWith("dispute_"))).toMatchObject([
      { what: "dispute_lost_in_part" },
    ]);
    const buyer = { userId: order.buyer.userId, role: "user" } as const;
    expect(await findOwnOrder(site, buyer, orderId)).toMatchObject({
      paid: 36_000,
      taken: 9_000,
      returned: 0,
    });
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 27_000 } });
    await settleDisputes(inPart, paymentId);
    expect([await stateOf(orderId), (await counterOf(types[0] as Uuid)).sold]).toEqual(["refunded", 0]);
    expect(await refundedAtProvider(paymentId)).toBe(27_000);
    await holds();
  });

  it("ends the refund that did not leave, and its seat admits again", async () => {
    const { orderId, paymentId, inPart } = await disputedInPart();
    site.provider.faults.set({ only: "POST /v1/refunds", loseNext: 9 });
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    site.provider.faults.reset();
    await dispute(paymentId, "needs_response", inPart);
    await dispute(paymentId, "lost", inPart);
    await stage.askAgain(orderId);
    expect(await rows.refunds(orderId)).toEqual(["administrator 9000 failed"]);
    expect((await seatsOf(orderId)).map(({ status, suspended }) => [status, suspended])).toEqual(
      Array.from({ length: 4 }, () => ["paid", null]),
    );
    await holds();
  });

  it("is set off against what we owe, so that it is not paid a second time", async () => {
    const { orderId, paymentId } = await owing();
    const { inPart } = await disputedInPart();
    await dispute(paymentId, "lost", inPart);
    expect([await revenueOf(orderId), await creditOf(orderId)]).toEqual([18_000, 0]);
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await refund(orderId, { kind: "owed" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
  }, 60_000);
});

it("a payment that came late and is charged back is not refunded as well, and its order ends", async () => {
  const { orderId, sessionId, paymentId, type } = await stages.paid({ capacity: 1 });
  await rows.losePlaces(orderId);
  await db`UPDATE stock_counters SET capacity = 0 WHERE id = ${type}`;
  await settlePayment(site, { sessionId, by: "notice" });
  expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 wanted"]);
  await dispute(paymentId, "needs_response");
  expect(await stateOf(orderId)).toBe("late_paid");
  await dispute(paymentId, "lost");
  expect([await stateOf(orderId), await rows.refunds(orderId)]).toEqual([
    "refunded_no_stock",
    ["no_stock 11000 failed"],
  ]);
  expect([await creditOf(orderId), await disputedOf(orderId)]).toEqual([0, 0]);
  await daysLater(orderId);
  await holds();
});
