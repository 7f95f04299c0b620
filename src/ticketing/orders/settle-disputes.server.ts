import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardDispute } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, type LockedOrder, lockOrder } from "./order-store.server.ts";
import { bookDispute, bookLostDispute, readOrderMoney } from "./payment-book.server.ts";
import { stateOfMoney } from "./refund-decision.ts";
import type { RefundsRefusal } from "./settle-refunds.server.ts";
import { endTickets, suspendTickets } from "./ticket-store.server.ts";

/**
 * Brings an order into agreement with the disputes of its payment (F25). While one is open the tickets admit nobody;
 * won, they admit again; lost, they are void, their places free and the order charged back. Each step is booked once,
 * however often and in whatever order this is called.
 */
export async function settleDisputes(
  services: Services,
  paymentIntentId: string,
): Promise<Outcome<{ orderId: string }, RefundsRefusal>> {
  const listed = await services.cards.listDisputesOf(paymentIntentId);
  if (listed.kind === "unknown") return refused({ reason: "provider_unknown" });
  const orderId = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ session_id: string; order_id: string }>(
      "SELECT session_id, order_id FROM payments WHERE payment_intent_id = $1",
      [paymentIntentId],
    );
    const payment = rows[0];
    const order = payment && (await lockOrder(sql.$client, payment.order_id));
    if (!order) return undefined;
    const disputes: CardDispute[] = [];
    for (const answered of listed.disputes) {
      const dispute = await keepDispute(sql, order, payment.session_id, answered);
      disputes.push(dispute);
      await bookDispute(sql.$client, { ...dispute, orderId: order.id, step: "opened" });
      if (dispute.state === "won")
        await bookDispute(sql.$client, { ...dispute, orderId: order.id, step: "won" });
    }
    await follow(services, sql, order, disputes);
    await faultPoint("dispute.written");
    return order.id;
  });
  return orderId ? done({ orderId }) : refused({ reason: "not_ours" });
}

/**
 * Resolves to the dispute as it stands now: answers may be written down in another order than they were given, and one
 * that was decided is not open again.
 */
async function keepDispute(
  sql: Sql,
  order: LockedOrder,
  sessionId: string,
  dispute: CardDispute,
): Promise<CardDispute> {
  const { rows } = await sql.$client.query<Pick<CardDispute, "state">>(
    `INSERT INTO disputes AS known (id, order_id, session_id, amount, state, closed_at) VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 <> 'open' THEN now() END)
     ON CONFLICT (id) DO UPDATE SET state = CASE excluded.state WHEN 'open' THEN known.state ELSE excluded.state END, closed_at = coalesce(known.closed_at, excluded.closed_at)
     RETURNING state`,
    [dispute.id, order.id, sessionId, dispute.amount, dispute.state],
  );
  return { ...dispute, state: rows[0]?.state ?? dispute.state };
}

async function follow(
  services: Services,
  sql: Sql,
  order: LockedOrder,
  disputes: readonly CardDispute[],
): Promise<void> {
  const lost = disputes.find(({ state }) => state === "lost");
  const isOpen = disputes.some(({ state }) => state === "open");
  const actor = { kind: "provider" };
  let at = order;
  if ((lost || isOpen) && (order.state === "paid" || order.state === "partially_refunded")) {
    services.log.error({ orderId: order.id }, "a payment is disputed");
    await changeOrders(sql.$client, [{ order: at, state: "disputed", stake: "sold" }], actor);
    await suspendTickets(sql.$client, order.id, "dispute");
    at = { ...at, state: "disputed" };
  }
  if (at.state !== "disputed") return;
  const money = await readOrderMoney(sql.$client, order.id);
  if (lost) {
    await bookLostDispute(sql.$client, { id: lost.id, orderId: order.id, revenueLeft: money.revenueLeft });
    await changeOrders(sql.$client, [{ order: at, state: "charged_back", stake: "none" }], actor);
    await endTickets(sql.$client, order.id, "cancelled");
  } else if (!isOpen) {
    const back = stateOfMoney(money) ?? { state: "paid", stake: "sold" };
    await changeOrders(sql.$client, [{ order: at, ...back }], actor);
    if (back.stake === "none") await endTickets(sql.$client, order.id, "refunded");
    else await suspendTickets(sql.$client, order.id, null);
  }
}
