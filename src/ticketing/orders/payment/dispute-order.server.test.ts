import { describe, expect, it } from "vitest";
import type { ListedDisputes } from "#platform/card-checkout/card-answers.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { settleDisputes } from "./settle-disputes.server.ts";

const stage = await openMoneyStage();
const { db, site, sold, soldLines, refund, stateOf, ids, seatsOf, revenueOf, holds } = stage;

/** The provider says this about disputes of the payment, and the order is settled with it. */
const settleWith = (paymentId: string, answer: Partial<Extract<ListedDisputes, { kind: "listed" }>>) =>
  settleDisputes(
    {
      ...site,
      cards: {
        ...site.cards,
        listDisputesOf: async () => ({
          kind: "listed",
          disputes: [],
          foreign: [],
          unreadable: [],
          ...answer,
        }),
      },
    },
    paymentId,
  );

type Verdict = "open" | "won" | "lost";
async function says(paymentId: string, state: Verdict, amount: number) {
  const dispute = { id: `dp_${paymentId}`, state, amount, currency: "ron", paymentId, createdAt: new Date() };
  await settleWith(paymentId, { disputes: [dispute] });
}

const leftByRefunds = async (paymentId: string) => {
  const listed = await site.cards.listRefundsOf(paymentId);
  return listed.kind === "listed" ? listed.refunds.map(({ amount }) => amount) : listed;
};
const refundsOf = async (orderId: string) =>
  (
    await db`SELECT state || coalesce(' ' || last_error, '') AS s FROM refunds WHERE order_id = ${orderId}`
  ).map(({ s }) => s);

describe("a dispute that took a sum which cannot be read", () => {
  const unread = (paymentId: string, amount: number | null) =>
    settleWith(paymentId, {
      unreadable: [{ kind: "unreadable", id: `dp_${paymentId}`, paymentId, currency: "eur", amount }],
    });

  it("lets nobody in and books nothing; what the bank decides in lei is followed", async () => {
    const [won, lost] = [await sold(), await sold()];
    for (const { orderId, paymentId } of [won, lost]) {
      expect(await unread(paymentId, -1_500)).toMatchObject({ refusal: { reason: "unreadable" } });
      expect(await stateOf(orderId)).toBe("disputed");
      expect(await stage.ticketOf(orderId)).toMatchObject({ status: "paid", suspended: "dispute" });
      expect(await db`SELECT FROM disputes WHERE order_id = ${orderId}`).toEqual([]);
      expect(await refund(orderId, { kind: "whole" })).toMatchObject({ ok: false });
    }
    await holds();
    const price = await revenueOf(won.orderId);
    await says(won.paymentId, "won", price);
    expect(await stage.ticketOf(won.orderId)).toMatchObject({ status: "paid", suspended: null });
    await says(lost.paymentId, "lost", price);
    expect([await stateOf(lost.orderId), await revenueOf(lost.orderId)]).toEqual(["charged_back", 0]);
    await holds();
  });

  it("leaves the tickets alone when no money moved", async () => {
    const { orderId, paymentId } = await sold();
    await unread(paymentId, null);
    expect(await stateOf(orderId)).toBe("paid");
  });
});

describe("a dispute that is lost while the answer about a refund is lost too", () => {
  async function seatInDoubt(fault: "dropNext" | "loseNext") {
    const order = await soldLines([{ quantity: 4, price: 9_000, codePer: "person" }]);
    site.provider.faults.set({ only: "POST /v1/refunds", [fault]: 9 });
    await refund(order.orderId, { kind: "seats", seats: await ids(order.orderId, "1.1") });
    site.provider.faults.reset();
    const left = await leftByRefunds(order.paymentId);
    await says(order.paymentId, "open", 9_000);
    await says(order.paymentId, "lost", 9_000);
    return { ...order, left };
  }

  it.each(["dropNext", "loseNext"] as const)(
    "keeps its seat outside until the provider was asked, and pays once at most (%s)",
    async (fault) => {
      const { orderId, paymentId, left } = await seatInDoubt(fault);
      expect((await seatsOf(orderId))[0]).toMatchObject({ status: "paid", suspended: "refund" });
      await stage.askAgain(orderId);
      expect(await leftByRefunds(paymentId)).toEqual(left);
      const hasLeft = JSON.stringify(left) === "[9000]";
      expect((await seatsOf(orderId))[0]).toMatchObject(
        hasLeft ? { status: "refunded" } : { status: "paid", suspended: null },
      );
      expect(await refundsOf(orderId)).toEqual([hasLeft ? "succeeded" : "failed charged back"]);
      expect(await revenueOf(orderId)).toBe(hasLeft ? 18_000 : 27_000);
      await holds();
    },
  );

  it("does not end a refund that is asked for later and is not answered either: it is sent again", async () => {
    const { orderId, paymentId } = await soldLines([{ quantity: 4, price: 9_000, codePer: "person" }]);
    await says(paymentId, "lost", 9_000);
    site.provider.faults.set({ only: "POST /v1/refunds", loseNext: 9 });
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    site.provider.faults.reset();
    await stage.askAgain(orderId);
    expect(await leftByRefunds(paymentId)).toEqual([6_750]);
    await holds();
  });
});

describe("a dispute that the provider decides a second time", () => {
  it.each([
    ["lost", "won", "charged_back", 0],
    ["won", "lost", "paid", 11_000],
  ] as const)(
    "%s stays decided when it is %s later, and the books agree (I7)",
    async (first, second, state, revenue) => {
      const { orderId, paymentId } = await sold();
      await says(paymentId, "open", 11_000);
      for (const verdict of [first, second, "open", second] as const) await says(paymentId, verdict, 11_000);
      expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual([state, revenue]);
      await holds();
    },
  );
});
