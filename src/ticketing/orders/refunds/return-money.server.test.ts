import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { startProviderInTest } from "#test/support/provider-in-test.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices } from "#test/support/services.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "./return-money.server.ts";

let hoursLater = 0;
const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const provider = await startProviderInTest({ now: () => new Date(Date.now() + hoursLater * 3_600_000) });
afterAll(() => provider.close());
const site = { ...(await processServices(database, provider)), provider };
const other = await processServices(database, provider);
const stages = orderStages(season, site);
const rows = orderRows(season.client);
beforeEach(() => season.client.query("UPDATE refunds SET next_at = 'infinity'"));
afterEach(async () => {
  provider.faults.reset();
  hoursLater = 0;
  // The adapter learns the provider's clock from its answers.
  await site.cards.readSession("cs_test_of_nobody");
});

/** A payment after the places were gone: the whole price has to go back. */
async function owed(card?: string) {
  const order = await stages.paid({ capacity: 1, ...(card ? { card } : {}) });
  await rows.losePlaces(order.orderId);
  await season.db`UPDATE stock_counters SET capacity = 0 WHERE id = ${order.type}`;
  await settlePayment(site, { sessionId: order.sessionId, by: "notice" });
  expect(await rows.refunds(order.orderId)).toEqual(["no_stock 11000 wanted"]);
  return order;
}

async function backAtProvider(paymentId: string): Promise<number[]> {
  const listed = await site.cards.listRefundsOf(paymentId);
  if (listed.kind !== "listed") throw new Error("the provider does not answer");
  return listed.refunds.map((refund) => refund.amount);
}

const nextTry = (orderId: string) =>
  season.client.query("UPDATE refunds SET next_at = now() WHERE order_id = $1", [orderId]);

describe("returning money", () => {
  it("pays back what is owed and ends the order, once in several processes (F22, I8)", async () => {
    const orders = [await owed(), await owed(), await owed()];
    const asked = await Promise.all([returnMoney(site), returnMoney(other)]);
    expect(asked[0] + asked[1]).toBe(3);
    for (const { orderId, paymentId } of orders) {
      expect(await backAtProvider(paymentId)).toEqual([11_000]);
      expect([await rows.state(orderId), await rows.refunds(orderId)]).toEqual([
        "refunded_no_stock/none",
        ["no_stock 11000 succeeded"],
      ]);
    }
    expect(await returnMoney(site)).toBe(0);
  });

  it("takes another key when the provider repeats a saved error, after checking twice (F22, I8)", async () => {
    const { orderId, paymentId } = await owed();
    provider.faults.set({ failNext: 1, only: "POST /v1/refunds" });
    const seen: number[][] = [];
    // An error; the same error again, under the same key; then the next one.
    for (let n = 0; n < 3; n += 1) {
      await nextTry(orderId);
      expect(await returnMoney(site)).toBe(1);
      seen.push(await backAtProvider(paymentId));
    }
    expect(seen).toEqual([[], [], [11_000]]);
    expect([await rows.state(orderId), await rows.refunds(orderId)]).toEqual([
      "refunded_no_stock/none",
      ["no_stock 11000 succeeded"],
    ]);
  });

  it.each([
    ["the site", null],
    ["a night of the order", "night"],
  ])("waits while refunds are stopped for %s, and goes on when that is lifted", async (_, scope) => {
    const { orderId, paymentId } = await owed();
    const other = await owed();
    const ordered =
      await season.db`SELECT user_id AS "userId", ticket_type_id AS "ticketTypeId", event_ids AS events FROM orders WHERE id = ${orderId}`;
    // somebody has a ticket for that night: it is none of the other order
    await paidOrder(season.client, ordered[0]);
    await season.db`INSERT INTO stops (id, event_id, kind, reason, started_by)
       SELECT gen_random_uuid(), CASE WHEN ${scope !== null} THEN event_ids[1] END, 'refunds', 'conturi blocate', user_id FROM orders WHERE id = ${orderId}`;
    expect(await returnMoney(site)).toBe(scope === null ? 0 : 1);
    expect(await backAtProvider(paymentId)).toEqual([]);
    expect(await backAtProvider(other.paymentId)).toEqual(scope === null ? [] : [11_000]);
    expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 wanted"]);
    await season.db`UPDATE stops SET lifted_at = now()`;
    expect(await returnMoney(site)).toBe(scope === null ? 2 : 1);
    expect(await backAtProvider(paymentId)).toEqual([11_000]);
  });

  it.each([
    ["never arrived", { loseNext: 1 }, []],
    ["was done and not answered", { dropNext: 1 }, [11_000]],
  ])("is tried again later when the call %s: the money goes back once (F22, I8)", async (_, fault, first) => {
    const { orderId, paymentId } = await owed();
    provider.faults.set({ ...fault, only: "POST /v1/refunds" });
    expect(await returnMoney(site)).toBe(1);
    expect([await backAtProvider(paymentId), await rows.state(orderId)]).toEqual([first, "late_paid/none"]);
    expect(await returnMoney(site)).toBe(0);
    await nextTry(orderId);
    expect(await returnMoney(site)).toBe(1);
    expect([await backAtProvider(paymentId), await rows.state(orderId)]).toEqual([
      [11_000],
      "refunded_no_stock/none",
    ]);
  });

  it("first checks whether the refund exists, because the provider may have forgotten our key (F22, I8)", async () => {
    const { orderId, paymentId } = await owed();
    provider.faults.set({ dropNext: 1, only: "POST /v1/refunds" });
    await returnMoney(site);
    hoursLater = 25;
    await nextTry(orderId);
    await returnMoney(site);
    expect(await backAtProvider(paymentId)).toEqual([11_000]);
    expect([await rows.state(orderId), await rows.ledger(orderId)]).toEqual([
      "refunded_no_stock/none",
      ["clearing 0", "customer_credit 0"],
    ]);
  });

  it("requests nothing while it cannot check whether the refund exists (F26)", async () => {
    const { orderId, paymentId } = await owed();
    provider.faults.set({ loseNext: 1, only: "POST /v1/refunds" });
    await returnMoney(site);
    provider.faults.set({ loseNext: 1, only: "GET /v1/refunds" });
    await nextTry(orderId);
    expect(await returnMoney(site)).toBe(1);
    expect(await backAtProvider(paymentId)).toEqual([]);
    expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 wanted"]);
  });

  it("waits longer after each try, an hour at most", async () => {
    const { orderId } = await owed();
    const waits: number[] = [];
    provider.faults.set({ failureShare: 1 });
    for (let n = 0; n < 10; n += 1) {
      await nextTry(orderId);
      await returnMoney(site);
      const row =
        await season.db`SELECT round(extract(epoch FROM next_at - now()) / 15)::int AS wait FROM refunds WHERE order_id = ${orderId}`;
      waits.push(row[0].wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  });

  it.each([
    ["refused", "refuses", ["no_stock 11000 wanted"], 0],
    ["kept waiting", "waits", ["no_stock 11000 pending"], 1],
  ] as const)(
    "%s because our balance is too small is no failure: it goes back once there is enough",
    async (_, shortBalance, waiting, made) => {
      const { orderId, paymentId } = await owed();
      provider.faults.set({ shortBalance });
      const reason = async () => await season.db`SELECT last_error FROM refunds WHERE order_id = ${orderId}`;
      for (let n = 0; n < 2; n += 1) {
        await nextTry(orderId);
        expect(await returnMoney(site)).toBe(1);
        expect(await rows.refunds(orderId)).toEqual(waiting);
        expect(await reason()).toEqual([{ last_error: "short_balance" }]);
      }
      expect(await backAtProvider(paymentId)).toHaveLength(made);
      expect(await returnMoney(site)).toBe(0);
      provider.faults.reset();
      hoursLater = 1;
      await provider.tick();
      await nextTry(orderId);
      expect(await returnMoney(site)).toBe(1);
      expect(await backAtProvider(paymentId)).toEqual([11_000]);
      expect([await rows.state(orderId), await rows.refunds(orderId), await reason()]).toEqual([
        "refunded_no_stock/none",
        ["no_stock 11000 succeeded"],
        [{ last_error: null }],
      ]);
    },
  );

  it("that the provider gives up later for our balance has failed, with that reason", async () => {
    const { orderId } = await owed();
    provider.faults.set({ shortBalance: "fails" });
    await returnMoney(site);
    expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 pending"]);
    hoursLater = 1;
    await provider.tick();
    provider.faults.reset();
    await nextTry(orderId);
    await returnMoney(site);
    expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 failed"]);
    const kept = await season.db`SELECT last_error FROM refunds WHERE order_id = ${orderId}`;
    expect(kept).toEqual([{ last_error: "short_balance" }]);
  });

  it("that is still pending at the provider is checked, not requested again (F24)", async () => {
    const { orderId, paymentId } = await owed("4000000000007726");
    await returnMoney(site);
    expect([await rows.refunds(orderId), await rows.state(orderId)]).toEqual([
      ["no_stock 11000 pending"],
      "late_paid/none",
    ]);
    hoursLater = 25;
    await provider.tick();
    await nextTry(orderId);
    expect(await returnMoney(site)).toBe(1);
    expect(await backAtProvider(paymentId)).toEqual([11_000]);
    expect([await rows.refunds(orderId), await rows.state(orderId)]).toEqual([
      ["no_stock 11000 succeeded"],
      "refunded_no_stock/none",
    ]);
  });

  it("checks refunds made by hand at the provider, and never requests them (F24)", async () => {
    const { orderId, sessionId, paymentId } = await owed();
    await season.db`UPDATE refunds SET next_at = 'infinity' WHERE order_id = ${orderId}`;
    await season.db`INSERT INTO refunds (id, order_id, session_id, amount, reason, state) VALUES (gen_random_uuid(), ${orderId}, ${sessionId}, 100, 'at_provider', 'pending')`;
    expect(await returnMoney(site)).toBe(1);
    expect(await backAtProvider(paymentId)).toEqual([]);
  });
});
