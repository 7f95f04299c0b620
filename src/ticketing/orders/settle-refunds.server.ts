import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardRefund } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, lockOrder } from "./order-store.server.ts";
import { bookFailedRefund, bookRefund } from "./payment-book.server.ts";
import { decideRefund } from "./settlement.ts";

export type RefundsRefusal = { readonly reason: "provider_unknown" } | { readonly reason: "not_ours" };

/**
 * Brings an order into agreement with what the provider has paid back, whoever caused it. Each refund is booked once;
 * when all the money is back, the tickets are void and their places free. One that fails afterwards is taken out of
 * the books again; the order stays as it is and somebody has to look (F24).
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
    const payment: { session_id: string; order_id: string } | undefined = rows[0];
    if (!payment) return undefined;
    const order = await lockOrder(client, payment.order_id);
    if (!order) return undefined;
    const account = await accountOf(sql, payment.session_id);
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
        await bookFailedRefund(client, refund.id);
        services.log.error({ orderId: order.id, refundId: refund.id }, "a refund failed at the provider");
      }
    }
    const next = decideRefund(order, { account, ...(await moneyOf(sql, order.id, account)) });
    if (next) {
      await changeOrders(client, [{ order, ...next }], { kind: "provider" });
      if (next.state === "refunded")
        await client.query(
          "UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = $1 AND status = 'paid'",
          [order.id],
        );
    }
    return order.id;
  });
  return orderId ? done({ orderId }) : refused({ reason: "not_ours" });
}

async function accountOf(sql: Sql, sessionId: string): Promise<"revenue" | "customer_credit"> {
  const { rows } = await sql.$client.query(
    "SELECT account FROM ledger_entries WHERE source = 'payment' AND source_id = $1 AND account <> 'clearing'",
    [sessionId],
  );
  return rows[0].account;
}

async function moneyOf(
  sql: Sql,
  orderId: string,
  account: string,
): Promise<{ paid: number; refunded: number }> {
  const { rows } = await sql.$client.query<{ paid: number; refunded: number }>(
    `SELECT coalesce(-sum(amount) FILTER (WHERE source = 'payment'), 0)::float8 AS paid, coalesce(sum(amount) FILTER (WHERE source = 'refund'), 0)::float8 AS refunded
     FROM ledger_entries WHERE order_id = $1 AND account = $2`,
    [orderId, account],
  );
  return rows[0] ?? { paid: 0, refunded: 0 };
}

async function keepRefund(
  sql: Sql,
  payment: { session_id: string; order_id: string },
  refund: CardRefund,
): Promise<void> {
  const state = { refunded: "succeeded", pending: "pending", failed: "failed" }[refund.state];
  const ours = await sql.$client.query(
    `UPDATE refunds SET state = $3, provider_refund_id = $1, succeeded_at = CASE WHEN $3 = 'succeeded' THEN coalesce(succeeded_at, now()) END
     WHERE provider_refund_id = $1 OR (provider_refund_id IS NULL AND id::text = $2)`,
    [refund.id, refund.key, state],
  );
  if (ours.rowCount !== 0) return;
  await sql.$client.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, state, provider_refund_id, succeeded_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'at_provider', $4, $5, CASE WHEN $4 = 'succeeded' THEN now() END)`,
    [payment.order_id, payment.session_id, refund.amount, state, refund.id],
  );
}
