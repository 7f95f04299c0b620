import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardRefund } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";
import { withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { changeOrders, type LockedOrder, lockOrder } from "./order-store.server.ts";
import { bookFailedRefund, bookRefund, readOrderMoney } from "./payment-book.server.ts";
import { accountOfRefund, decideRefund } from "./refund-decision.ts";
import { endTickets, lowerPrice, suspendTickets } from "./ticket-store.server.ts";

export type RefundsRefusal = { readonly reason: "provider_unknown" } | { readonly reason: "not_ours" };

/**
 * Brings an order into agreement with what the provider has paid back, whoever caused it. Each refund is booked once;
 * when all the money is back, the tickets are void and their places free. One that fails afterwards is taken out of
 * the books again: a part of the money is revenue as before, all of it waits for a person (F24).
 */
export async function settleRefunds(
  services: Services,
  paymentIntentId: string,
): Promise<Outcome<{ orderId: string }, RefundsRefusal>> {
  const listed = await services.cards.listRefundsOf(paymentIntentId);
  if (listed.kind === "unknown") return refused({ reason: "provider_unknown" });
  const orderId = await services.database.withDuty("settle", async (sql) => {
    const client = sql.$client;
    const { rows } = await client.query(
      "SELECT session_id, order_id FROM payments WHERE payment_intent_id = $1",
      [paymentIntentId],
    );
    const payment: Payment | undefined = rows[0];
    if (!payment) return undefined;
    const order = await lockOrder(client, payment.order_id);
    if (!order) return undefined;
    const before = await readOrderMoney(client, order.id);
    const account = accountOfRefund(await accountOf(sql, payment.session_id), order, before);
    for (const refund of listed.refunds) {
      await keepRefund(sql, payment, refund);
      if (refund.state === "refunded")
        await bookRefund(client, {
          providerId: refund.id,
          orderId: order.id,
          amount: refund.amount,
          account,
        });
      if (refund.state === "failed") {
        await bookFailedRefund(client, {
          providerId: refund.id,
          account: order.stake === "sold" ? account : "customer_credit",
        });
        services.log.error({ orderId: order.id, refundId: refund.id }, "a refund failed at the provider");
      }
    }
    const after = await readOrderMoney(client, order.id);
    const next = decideRefund(order, after);
    if (next) await changeOrders(client, [{ order, ...next }], { kind: "provider" });
    if (order.stake === "sold" && next?.stake === "none") await endOrder(sql, order);
    else if (order.stake === "sold") {
      await lowerPrice(client, order.id, before.revenueLeft - after.revenueLeft);
      if (order.state !== "disputed" && !(await isMoneyOnItsWay(sql, order.id)))
        await suspendTickets(client, order.id, null);
    }
    return order.id;
  });
  return orderId ? done({ orderId }) : refused({ reason: "not_ours" });
}

type Payment = { readonly session_id: string; readonly order_id: string };

/** The tickets are void; what an administrator did not want sold again leaves the sale for good. */
async function endOrder(sql: Sql, order: LockedOrder): Promise<void> {
  await endTickets(sql.$client, order.id, "refunded");
  const { rows } = await sql.$client.query(
    "SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND state = 'succeeded' AND units = 0 AND NOT restock) AS kept",
    [order.id],
  );
  if (rows[0].kept) await withdrawFromSale(sql.$client, order.ticketTypeId, order.quantity - order.returned);
}

async function isMoneyOnItsWay(sql: Sql, orderId: string): Promise<boolean> {
  const { rows } = await sql.$client.query(
    "SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND units = 0 AND reason = 'administrator' AND state IN ('wanted', 'pending')) AS found",
    [orderId],
  );
  return rows[0].found;
}

async function accountOf(sql: Sql, sessionId: string): Promise<"revenue" | "customer_credit"> {
  const { rows } = await sql.$client.query(
    "SELECT account FROM ledger_entries WHERE source = 'payment' AND source_id = $1 AND account <> 'clearing'",
    [sessionId],
  );
  return rows[0].account;
}

/** Answers may be written down in another order than they were given: what has left or failed is never on its way again. */
async function keepRefund(sql: Sql, payment: Payment, refund: CardRefund): Promise<void> {
  const state = { refunded: "succeeded", pending: "pending", failed: "failed" }[refund.state];
  const ours = await sql.$client.query(
    `UPDATE refunds SET provider_refund_id = $1, state = k.state,
       succeeded_at = CASE WHEN k.state = 'succeeded' THEN coalesce(succeeded_at, now()) END
     FROM (SELECT id, CASE WHEN provider_refund_id = $1 AND (state = 'failed' OR (state = 'succeeded' AND $3 = 'pending')) THEN state ELSE $3 END AS state
           FROM refunds WHERE order_id = $4 AND (provider_refund_id = $1 OR (provider_refund_id IS NULL AND id::text = $2))) k
     WHERE refunds.id = k.id`,
    [refund.id, refund.key, state, payment.order_id],
  );
  if (ours.rowCount !== 0) return;
  await sql.$client.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, state, provider_refund_id, succeeded_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'at_provider', $4, $5, CASE WHEN $4 = 'succeeded' THEN now() END)`,
    [payment.order_id, payment.session_id, refund.amount, state, refund.id],
  );
}
