import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardRefund } from "#platform/card-checkout/card-answers.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import {
  bookFailedRefund,
  bookRefund,
  readOrderMoney,
} from "#ticketing/orders/payment/payment-store.server.ts";
import { endTickets, lowerPrice, suspendTickets } from "#ticketing/orders/ticket-store.server.ts";
import { withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { accountOfRefund, decideRefund } from "./refund-decision.ts";

export type RefundsRefusal = { readonly reason: "provider_unknown" } | { readonly reason: "not_ours" };

/**
 * Brings an order into agreement with the refunds at the provider, of any cause. Each refund is booked once; when all
 * the money is back, the tickets are void and their places free. One that fails afterwards is removed from the books:
 * after a partial refund the money is revenue as before, after a whole one it waits for an administrator (F24).
 */
export async function settleRefunds(
  services: Services,
  paymentId: string,
): Promise<Outcome<{ orderId: string }, RefundsRefusal>> {
  const listed = await services.cards.listRefundsOf(paymentId);
  if (listed.kind === "unknown") return refused({ reason: "provider_unknown" });
  const orderId = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<Payment>(
      "SELECT session_id, order_id FROM payments WHERE payment_intent_id = $1",
      [paymentId],
    );
    const [payment] = rows;
    if (!payment) return undefined;
    const order = await lockOrder(sql, payment.order_id);
    if (!order) return undefined;
    const before = await readOrderMoney(sql, order.id);
    const account = accountOfRefund(await accountOf(sql, payment.session_id), order, before);
    for (const refund of listed.refunds) {
      await keepRefund(sql, payment, refund);
      if (refund.state === "refunded")
        await bookRefund(sql, {
          providerId: refund.id,
          orderId: order.id,
          amount: refund.amount,
          account,
        });
      if (refund.state === "failed") {
        await bookFailedRefund(sql, {
          providerId: refund.id,
          account: order.stake === "sold" ? account : "customer_credit",
        });
        services.log.error({ orderId: order.id, refundId: refund.id }, "a refund failed at the provider");
      }
    }
    const after = await readOrderMoney(sql, order.id);
    const next = decideRefund(order, after);
    if (next) await changeOrders(sql, [{ order, ...next }], { kind: "provider" });
    if (order.stake === "sold" && next?.stake === "none") await endOrder(sql, order);
    else if (order.stake === "sold") {
      await lowerPrice(sql, order.id, before.revenueLeft - after.revenueLeft);
      if (order.state !== "disputed" && !(await isMoneyOnItsWay(sql, order.id)))
        await suspendTickets(sql, order.id, null);
    }
    return order.id;
  });
  return orderId ? done({ orderId }) : refused({ reason: "not_ours" });
}

type Payment = { readonly session_id: string; readonly order_id: string };

/** Voids the tickets; units that an administrator did not want to sell again leave the sale for good. */
async function endOrder(sql: Sql, order: LockedOrder): Promise<void> {
  await endTickets(sql, order.id, "refunded");
  const { rows } = await sql.query<{ kept: boolean }>(
    "SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND state = 'succeeded' AND units = 0 AND NOT restock) AS kept",
    [order.id],
  );
  if (only(rows).kept) await withdrawFromSale(sql, order.ticketTypeId, order.quantity - order.returned);
}

async function isMoneyOnItsWay(sql: Sql, orderId: string): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    "SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND units = 0 AND reason = 'administrator' AND state IN ('wanted', 'pending')) AS found",
    [orderId],
  );
  return only(rows).found;
}

async function accountOf(sql: Sql, sessionId: string): Promise<"revenue" | "customer_credit"> {
  const { rows } = await sql.query<{ account: "revenue" | "customer_credit" }>(
    "SELECT account FROM ledger_entries WHERE source = 'payment' AND source_id = $1 AND account <> 'clearing'",
    [sessionId],
  );
  return only(rows).account;
}

/**
 * Answers may be processed in another order than they were given: a refund that has left or failed is never pending
 * again.
 */
async function keepRefund(sql: Sql, payment: Payment, refund: CardRefund): Promise<void> {
  const state = { refunded: "succeeded", pending: "pending", failed: "failed" }[refund.state];
  const ours = await sql.query(
    `UPDATE refunds SET provider_refund_id = $1, state = k.state,
       succeeded_at = CASE WHEN k.state = 'succeeded' THEN coalesce(succeeded_at, now()) END
     FROM (SELECT id, CASE WHEN provider_refund_id = $1 AND (state = 'failed' OR (state = 'succeeded' AND $3 = 'pending')) THEN state ELSE $3 END AS state
           FROM refunds WHERE order_id = $4 AND (provider_refund_id = $1 OR (provider_refund_id IS NULL AND id::text = $2))) k
     WHERE refunds.id = k.id`,
    [refund.id, refund.key, state, payment.order_id],
  );
  if (ours.rowCount !== 0) return;
  await sql.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, state, provider_refund_id, succeeded_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'at_provider', $4, $5, CASE WHEN $4 = 'succeeded' THEN now() END)`,
    [payment.order_id, payment.session_id, refund.amount, state, refund.id],
  );
}
