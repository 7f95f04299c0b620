import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardDispute } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { agreeWithMoney } from "#ticketing/orders/refunds/agree-with-money.server.ts";
import type { RefundsRefusal } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { endTickets, suspendTickets } from "#ticketing/orders/ticket-store.server.ts";
import { bookDispute, bookLostDispute, readOrderMoney } from "./payment-store.server.ts";

/**
 * Brings an order into agreement with the disputes of its payment (F25). While one is open, the tickets admit nobody.
 * If we win, they admit again. If we lose, they are void, their places free, and the order is charged back. Each step
 * is booked once, for any number and order of calls.
 */
export async function settleDisputes(
  services: Services,
  paymentId: string,
): Promise<Outcome<{ orderId: string }, RefundsRefusal>> {
  const listed = await services.cards.listDisputesOf(paymentId);
  if (listed.kind === "unknown") return refused({ reason: "provider_unknown" });
  const orderId = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ session_id: string; order_id: string }>(
      "SELECT session_id, order_id FROM payments WHERE payment_intent_id = $1",
      [paymentId],
    );
    const payment = rows[0];
    const order = payment && (await lockOrder(sql, payment.order_id));
    if (!order) return undefined;
    const disputes: CardDispute[] = [];
    for (const answered of listed.disputes) {
      const dispute = await keepDispute(sql, order, payment.session_id, answered);
      disputes.push(dispute);
      await bookDispute(sql, { ...dispute, orderId: order.id, step: "opened" });
      if (dispute.state === "won") await bookDispute(sql, { ...dispute, orderId: order.id, step: "won" });
    }
    await applyDisputes(services, sql, order, disputes);
    await faultPoint("dispute.written");
    return order.id;
  });
  if (!orderId) return refused({ reason: "not_ours" });
  return listed.unreadable.length > 0 ? refused({ reason: "unreadable" }) : done({ orderId });
}

/** Stores the dispute and returns its state. Answers may come out of order, and a decided dispute never reopens. */
async function keepDispute(
  sql: Sql,
  order: LockedOrder,
  sessionId: string,
  dispute: CardDispute,
): Promise<CardDispute> {
  const { rows } = await sql.query<Pick<CardDispute, "state">>(
    `INSERT INTO disputes AS known (id, order_id, session_id, amount, state, closed_at) VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 <> 'open' THEN now() END)
     ON CONFLICT (id) DO UPDATE SET state = CASE excluded.state WHEN 'open' THEN known.state ELSE excluded.state END, closed_at = coalesce(known.closed_at, excluded.closed_at)
     RETURNING state`,
    [dispute.id, order.id, sessionId, dispute.amount, dispute.state],
  );
  return { ...dispute, state: rows[0]?.state ?? dispute.state };
}

/** Marks refunds that were not sent yet as failed, because the bank already took this money back. */
async function endUnsentRefunds(sql: Sql, orderId: string, disputeId: string): Promise<void> {
  await sql.query(
    `UPDATE refunds SET state = 'failed', last_error = 'charged back'
     WHERE order_id = $1 AND state = 'wanted' AND session_id = (SELECT session_id FROM disputes WHERE id = $2)`,
    [orderId, disputeId],
  );
}

async function applyDisputes(
  services: Services,
  sql: Sql,
  order: LockedOrder,
  disputes: readonly CardDispute[],
): Promise<void> {
  const lost = disputes.find(({ state }) => state === "lost");
  const isOpen = disputes.some(({ state }) => state === "open");
  const actor = { kind: "provider" };
  let current = order;
  if ((lost || isOpen) && (order.state === "paid" || order.state === "partially_refunded")) {
    services.log.error({ orderId: order.id }, "a payment is disputed");
    await changeOrders(sql, [{ order: current, state: "disputed", stake: "sold" }], actor);
    await suspendTickets(sql, order.id, "dispute");
    current = { ...current, state: "disputed" };
  }
  if (current.state !== "disputed") return;
  if (lost) {
    const money = await readOrderMoney(sql, order.id);
    // the bank took the disputed amount: first what is still revenue, then what we owed for tickets that had ended
    const owed = Math.max(0, Math.min(money.owedForTickets, lost.amount - money.revenueLeft));
    await bookLostDispute(sql, { id: lost.id, orderId: order.id, revenueLeft: money.revenueLeft, owed });
    await endUnsentRefunds(sql, order.id, lost.id);
    await changeOrders(sql, [{ order: current, state: "charged_back", stake: "none" }], actor);
    await endTickets(sql, order.id, "cancelled");
  } else if (!isOpen) {
    await agreeWithMoney(sql, current, actor, { isDecided: true });
  }
}
