import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { ofScale } from "#test/support/scale.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { findCancellationProgress } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { listOrdersInReview } from "#ticketing/reports/order-overview-queries.server.ts";

const tickets = ofScale({ sample: 60, all: 300, long: 2_000 });
/** Refunds that the provider takes in a second, of all that we ask for. */
const ratePerSecond = 25;
const ticketsOfOrder = 2;
const price = 11_000 * ticketsOfOrder;

const { season, site, admin, refund, one, stateOf, holds } = await openMoneyStage();

/** Every so many orders a part went back by hand before, so that the provider refuses the whole. */
const refusedEach = 20;

const askedFor = () => site.provider.faults.calls()["POST /v1/refunds"] ?? { at: [], refused: 0 };

async function sellAll(ticketTypeId: Uuid) {
  const buyers = await season.people(tickets / ticketsOfOrder);
  const orders: { orderId: Uuid; paymentId: string }[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let buyer = buyers.pop(); buyer; buyer = buyers.pop())
        orders.push(
          await sellOrder(site, { sessionHash: buyer.sessionHash, ticketTypeId, quantity: ticketsOfOrder }),
        );
    }),
  );
  return orders;
}

async function progressOf(night: Uuid) {
  const progress = await site.database.readMoment("deliver", (sql) => findCancellationProgress(sql, night));
  if (!progress) throw new Error("the night is not cancelled");
  return progress;
}

/** The jobs of the site, until nothing waits; what the provider could not take yet is due at once. */
async function workOff(night: Uuid): Promise<void> {
  for (;;) {
    await workOffCancellations(site);
    await season.client.query("UPDATE refunds SET next_at = now() WHERE event_id = $1", [night]);
    await returnMoney(site);
    const { refunds, ordersLeft } = await progressOf(night);
    if (refunds.waiting.n === 0 && ordersLeft.n === 0) return;
  }
}

it(`${tickets} tickets of a cancelled night go back at the provider's pace, beside others who buy; what it refuses waits for a decision (46, 70, I8)`, async () => {
  const [night, other] = [
    await season.night({ capacity: 5_000 }),
    await season.night({ inDays: 1, capacity: 100_000 }),
  ];
  const type = await season.ticketType({ events: [night], capacity: tickets, price: price / ticketsOfOrder });
  const otherType = await season.ticketType({ events: [other], capacity: 100_000 });
  const orders = await sellAll(type);
  const refused = orders.filter((_, at) => at % refusedEach === 0);
  for (const { paymentId } of refused) await site.cards.refund({ key: newId(), paymentId, amount: 1 });

  // at its limit, it takes none at first
  site.provider.faults.set({ only: "POST /v1/refunds", ratePerSecond: 0 });
  const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
  const cancelled = await cancelNight(site, { actor: admin, id: night, form, isProven: true });
  expect(cancelled).toEqual({ ok: true, value: "cancelled" });
  let isOver = false;
  const work = workOff(night).finally(() => {
    isOver = true;
  });
  let soldMeanwhile = 0;
  while (!isOver) {
    const { sessionHash } = await season.person();
    await sellOrder(site, { sessionHash, ticketTypeId: otherType });
    if (!isOver) soldMeanwhile += 1;
    // other buyers do not wait for the end: it takes none until ten of them have bought
    if (askedFor().refused > 0 && soldMeanwhile >= 10) site.provider.faults.set({ ratePerSecond });
  }
  await work;
  site.provider.faults.reset();

  expect(soldMeanwhile).toBeGreaterThanOrEqual(10);
  expect(askedFor().at.length - askedFor().refused).toBe(refused.length + orders.length);
  const done = orders.length - refused.length;
  const progress = await progressOf(night);
  expect(progress.refunds).toEqual({
    done: { n: done, amount: done * price },
    waiting: { n: 0, amount: 0 },
    short: { n: 0, amount: 0 },
    failed: { n: refused.length, amount: refused.length * price },
    failedShort: { n: 0, amount: 0 },
  });
  expect(progress.letters).toEqual({ sent: 0, waiting: orders.length, failed: 0 });
  const inReview = await site.database.readAs(admin, (sql) => listOrdersInReview(sql, tickets));
  expect(new Set(inReview.map(({ id }) => id))).toEqual(new Set(refused.map(({ orderId }) => orderId)));
  await holds();

  // the decision: what is left of each
  for (const { orderId } of refused)
    expect(await refund(orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: price - 1 } });
  for (const { orderId, paymentId } of orders) {
    const listed = await site.cards.listRefundsOf(paymentId);
    const back = listed.kind === "listed" ? listed.refunds.reduce((sum, { amount }) => sum + amount, 0) : -1;
    expect([await stateOf(orderId), back]).toEqual(["refunded", price]);
  }
  const { sold } = await one<{ sold: number }>("SELECT sold FROM stock_counters WHERE id = $1", [night]);
  expect(sold).toBe(0);
  await holds();
}, 1_800_000);
