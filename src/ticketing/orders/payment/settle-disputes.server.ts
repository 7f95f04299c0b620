import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardDispute } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { agreeWithMoney } from "#ticketing/orders/refunds/agree-with-money.server.ts";
import { changeEndedOrder, type RefundsRefusal } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { suspendTickets } from "#ticketing/orders/ticket-store.server.ts";
import { bookDispute, bookLostDispute } from "./payment-store.server.ts";

/**
 * Brings an order into agreement with the disputes of its payments (F25). While one of the payment for its tickets is
 * open, they admit nobody; when it is won, they admit again. A lost one takes its amount: tickets with money left stay
 * valid at lower prices, else they are void, their places free, and the order is charged back. A payment that is to go
 * back touches no ticket. One that took money of which the sum cannot be read is not booked, and its tickets admit
 * nobody. Each step is booked once, for any number and order of calls.
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
    for (const answered of listed.disputes) {
      const dispute = await keepDispute(services, sql, order, payment.session_id, answered);
      await bookDispute(sql, { ...dispute, orderId: order.id, step: "opened" });
      if (dispute.state === "won") await bookDispute(sql, { ...dispute, orderId: order.id, step: "won" });
    }
    const tookUnread = listed.unreadable.some(({ amount }) => amount !== null);
    await applyDisputes(services, sql, order, tookUnread ? [payment.session_id] : []);
    await faultPoint("dispute.written");
    return order.id;
  });
  if (!orderId) return refused({ reason: "not_ours" });
  return listed.unreadable.length > 0 ? refused({ reason: "unreadable" }) : done({ orderId });
}

/**
 * Stores the dispute and returns its state. Answers may come out of order, and a decided dispute never reopens. If the
 * provider decides it again, the books keep the first decision: the reconciliation shows the difference.
 */
async function keepDispute(
  { log }: Services,
  sql: Sql,
  order: LockedOrder,
  sessionId: string,
  dispute: CardDispute,
): Promise<CardDispute> {
  const { rows } = await sql.query<Pick<CardDispute, "state">>(
    `INSERT INTO disputes AS known (id, order_id, session_id, amount, state, closed_at) VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 <> 'open' THEN now() END)
     ON CONFLICT (id) DO UPDATE SET state = CASE known.state WHEN 'open' THEN excluded.state ELSE known.state END, closed_at = coalesce(known.closed_at, excluded.closed_at)
     RETURNING state`,
    [dispute.id, order.id, sessionId, dispute.amount, dispute.state],
  );
  const state = rows[0]?.state ?? dispute.state;
  if (dispute.state !== "open" && dispute.state !== state)
    log.error({ disputeId: dispute.id, booked: state, says: dispute.state }, "a dispute was decided again");
  return { ...dispute, state };
}

type OrderDispute = Pick<CardDispute, "id" | "state" | "amount"> & {
  readonly sessionId: string;
  /** Whether the payment bought the tickets; the others are owed to the customer. */
  readonly isForTickets: boolean;
};

/** SQL: whether this payment bought the tickets. */
const boughtTickets = (sessionId: string) =>
  `EXISTS (SELECT FROM ledger_entries l WHERE l.source = 'payment' AND l.source_id = ${sessionId} AND l.account = 'revenue')`;

/** All disputes of a locked order, also those of its other payments. */
async function disputesOf(sql: Sql, orderId: string): Promise<OrderDispute[]> {
  const { rows } = await sql.query<OrderDispute>(
    `SELECT d.id, d.state, d.amount::float8 AS amount, d.session_id AS "sessionId",
       ${boughtTickets("d.session_id")} AS "isForTickets"
     FROM disputes d WHERE d.order_id = $1 ORDER BY d.opened_at, d.id`,
    [orderId],
  );
  return rows;
}

/**
 * Marks refunds of a payment that were never sent as failed, because the bank already took this money back. One that
 * was sent without an answer may have left: `returnMoney` asks for it first, and does so now.
 */
async function endUnsentRefunds(sql: Sql, sessionId: string): Promise<void> {
  await sql.query(
    `UPDATE refunds SET state = CASE attempts WHEN 0 THEN 'failed' ELSE state END, next_at = least(next_at, now()),
       last_error = CASE attempts WHEN 0 THEN 'charged back' ELSE last_error END
     WHERE state = 'wanted' AND session_id = $1`,
    [sessionId],
  );
}

/**
 * Books what was lost and decides about the tickets, from all disputes of the order. `unread`: payments of which a bank
 * took money, nobody can read how much.
 */
async function applyDisputes(
  services: Services,
  sql: Sql,
  order: LockedOrder,
  unread: readonly string[],
): Promise<void> {
  const actor = { kind: "provider" };
  const disputes = await disputesOf(sql, order.id);
  const taken: OrderDispute[] = [];
  for (const dispute of disputes.filter(({ state }) => state === "lost")) {
    if (!(await bookLostDispute(sql, { ...dispute, orderId: order.id }))) continue;
    taken.push(dispute);
    await endUnsentRefunds(sql, dispute.sessionId);
  }
  if (order.stake !== "sold") {
    if (taken.length > 0) await changeEndedOrder(sql, order.id, actor);
    return;
  }
  const ofTickets = disputes.filter(({ isForTickets }) => isForTickets);
  const { rows } = await sql.query(
    `SELECT FROM unnest($1::text[]) AS u(session_id) WHERE ${boughtTickets("u.session_id")}`,
    [unread],
  );
  const isOpen = rows.length > 0 || ofTickets.some(({ state }) => state === "open");
  let current = order;
  if (order.state !== "disputed") {
    if (!isOpen && !taken.some(({ isForTickets }) => isForTickets)) return;
    services.log.error({ orderId: order.id }, "a payment is disputed");
    await changeOrders(sql, [{ order, state: "disputed", stake: "sold" }], actor);
    await suspendTickets(sql, order.id, "dispute");
    current = { ...order, state: "disputed" };
  }
  const isLost = ofTickets.some(({ state }) => state === "lost");
  await agreeWithMoney(sql, current, actor, isOpen ? "open" : isLost ? "lost" : "won");
}
