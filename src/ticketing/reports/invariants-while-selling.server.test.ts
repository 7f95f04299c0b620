import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { dataInvariants } from "./data-invariants.ts";
import { findViolations } from "./find-violations.server.ts";

const { database, season, site } = await openStage();
const watcher = new pg.Client({ connectionString: database.ownerUrl });
await watcher.connect();
afterAll(() => watcher.end());

type Buyer = { userId: Uuid; sessionHash: string };

/** One customer's visit: release the order, pay once or twice at once, pay and get a refund, or leave. */
async function visit(buyer: Buyer, ticketTypeId: Uuid, n: number): Promise<void> {
  const opened = await openCheckout(
    site,
    arrived(buyer.sessionHash, [{ ticketTypeId, quantity: 1 + (n % 3) }]),
  );
  if (!opened.ok) return;
  const { orderId, url } = opened.value;
  const sessionId = url?.split("/").at(-1);
  if (!sessionId || n % 4 === 3) return;
  if (n % 4 === 0) {
    await releaseOrder(site, { orderId, userId: buyer.userId });
    return;
  }
  await payWithCard(site.provider.pagesBase, sessionId);
  await Promise.all([
    settlePayment(site, { sessionId, by: "notice" }),
    settlePayment(site, { sessionId, by: "customer" }),
  ]);
  if (n % 4 === 1) return;
  const rows =
    await season.db`SELECT payment_intent_id, amount::int AS amount FROM payments WHERE order_id = ${orderId}`;
  const payment = rows[0];
  if (!payment) throw new Error("nothing was paid");
  const paymentId = payment.payment_intent_id;
  await site.cards.refund({ key: orderId, paymentId, amount: n % 8 === 2 ? payment.amount : 5_000 });
  await settleRefunds(site, paymentId);
}

it("hold in every snapshot taken while people hold, pay, release and get refunds", async () => {
  const nights = [await season.night({ capacity: 60 }), await season.night({ capacity: 40 })];
  const types = [
    await season.ticketType({ events: nights.slice(0, 1) }),
    await season.ticketType({ events: nights.slice(1), entries: 2 }),
    await season.ticketType({ events: nights, family: "season_pass" }),
  ];
  // A night with enough places, so that every kind of visit happens, however the rush for the others ends.
  const roomy = await season.ticketType({ events: [await season.night()] });
  const buyers = await season.people(48);
  const early = await season.people(8);
  let selling = true;
  const visits = Promise.all([
    ...early.map((buyer, n) => visit(buyer, roomy, n)),
    ...buyers.map((buyer, n) => visit(buyer, types[n % 3] ?? roomy, n)),
  ]).finally(() => {
    selling = false;
  });
  let snapshots = 0;
  while (selling) {
    expect(await findViolations(watcher, dataInvariants)).toEqual([]);
    snapshots += 1;
  }
  await visits;
  expect(await findViolations(watcher, dataInvariants)).toEqual([]);
  expect(snapshots).toBeGreaterThan(3);
  const rows = await season.db`SELECT DISTINCT state FROM orders ORDER BY state`;
  expect(rows.map((row) => row.state)).toEqual(
    expect.arrayContaining(["cancelled", "checkout_open", "paid", "partially_refunded", "refunded"]),
  );
});
