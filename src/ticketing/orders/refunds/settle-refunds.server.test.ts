import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { refused } from "#kernel/outcome.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { processServices } from "#test/support/services.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "./return-money.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();
const other = await processServices(database, site.provider);

async function fulfilled(quantity = 1) {
  const order = await stages.paid({ quantity });
  await settlePayment(site, { sessionId: order.sessionId, by: "notice" });
  return order;
}

describe("settling refunds of the provider", () => {
  it("decides nothing while the provider does not answer (F26)", async () => {
    const { orderId, paymentId } = await fulfilled();
    await site.cards.refund({ key: orderId, paymentId });
    site.provider.faults.set({ loseNext: 1 });
    expect(await settleRefunds(site, paymentId)).toEqual(refused({ reason: "provider_unknown" }));
    expect([await rows.state(orderId), await rows.refunds(orderId)]).toEqual(["paid/sold", []]);
  });

  it("refuses a payment that is not booked with us: yet, or never", async () => {
    const { orderId, paymentId } = await stages.paid();
    for (const unknown of [paymentId, "pi_of_another_shop"])
      expect(await settleRefunds(site, unknown)).toEqual(refused({ reason: "not_ours" }));
    expect([await rows.state(orderId), await rows.refunds(orderId)]).toEqual(["checkout_open/held", []]);
  });

  it("without any refund leaves the order as it is", async () => {
    const { orderId, paymentId } = await fulfilled();
    const before = await rows.journal(orderId);
    expect(await settleRefunds(site, paymentId)).toEqual({ ok: true, value: { orderId } });
    expect([await rows.state(orderId), await rows.journal(orderId)]).toEqual(["paid/sold", before]);
  });

  it.each([
    ["has left", "pending", "succeeded"],
    ["has come back", "refunded", "failed"],
  ] as const)(
    "keeps that money %s when an older answer is processed last (F15, I7)",
    async (_, before, after) => {
      const { orderId, paymentId } = await fulfilled();
      await site.cards.refund({ key: orderId, paymentId, amount: 500 });
      const listed = await site.cards.listRefundsOf(paymentId);
      if (listed.kind !== "listed") throw new Error("the provider does not answer");
      const answer = (state: "pending" | "refunded" | "failed") => {
        const refunds = listed.refunds.map((refund) => ({ ...refund, state }));
        return { ...site, cards: { ...site.cards, listRefundsOf: async () => ({ ...listed, refunds }) } };
      };
      await settleRefunds(answer(before), paymentId);
      await settleRefunds(answer(after === "succeeded" ? "refunded" : "failed"), paymentId);
      await settleRefunds(answer(before), paymentId);
      expect(await rows.refunds(orderId)).toEqual([`at_provider 500 ${after}`]);
      expect(await rows.ledger(orderId)).toEqual(
        after === "succeeded" ? ["clearing 10500", "revenue -10500"] : ["clearing 11000", "revenue -11000"],
      );
    },
  );

  it("records a refund made by hand at the provider once, with any number of processes (I8)", async () => {
    const { orderId, paymentId, type } = await fulfilled(2);
    await site.cards.refund({ key: "by hand", paymentId, amount: 10_000 });
    await Promise.all([site, other, site, other].map((services) => settleRefunds(services, paymentId)));
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual([
      "partially_refunded/sold",
      [0, 2],
    ]);
    expect(await rows.refunds(orderId)).toEqual(["at_provider 10000 succeeded"]);
    expect(await rows.ledger(orderId)).toEqual(["clearing 12000", "revenue -12000"]);
    expect(await rows.count("ticket_purchases", orderId, "status = 'paid'")).toBe(1);
    expect((await rows.journal(orderId)).filter((entry) => entry.endsWith("by provider"))).toEqual([
      "partially_refunded by provider",
    ]);
  });

  it("recognises a refund of ours by its key, also when its id was never stored (F24, I8)", async () => {
    const { orderId, sessionId, paymentId } = await fulfilled();
    await season.db`INSERT INTO refunds (id, order_id, session_id, amount, reason) VALUES (${orderId}, ${orderId}, ${sessionId}, 11000, 'administrator')`;
    await site.cards.refund({ key: orderId, paymentId });
    for (let n = 0; n < 2; n += 1) await settleRefunds(site, paymentId);
    expect(await rows.refunds(orderId)).toEqual(["administrator 11000 succeeded"]);
    expect([await rows.state(orderId), await rows.ledger(orderId)]).toEqual([
      "refunded/none",
      ["clearing 0", "revenue 0"],
    ]);
  });

  it("of a second payment leaves the tickets of the first alone (I8)", async () => {
    const { orderId, sessionId, type } = await stages.atCardPage();
    await season.db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ${orderId}`;
    const page = await openCardPage(site, orderId);
    const second = (page.ok && page.value.url.split("/").at(-1)) || "";
    for (const session of [sessionId, second]) {
      await payWithCard(site.provider.pagesBase, session);
      await settlePayment(site, { sessionId: session, by: "notice" });
    }
    await returnMoney(site);
    await settleRefunds(site, await stages.paymentOf(second));
    expect(await rows.refunds(orderId)).toEqual(["second_payment 11000 succeeded"]);
    expect(await rows.ledger(orderId)).toEqual(["clearing 11000", "customer_credit 0", "revenue -11000"]);
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["paid/sold", [0, 1]]);
    expect(await rows.count("ticket_purchases", orderId, "status = 'paid'")).toBe(1);
  });
});
