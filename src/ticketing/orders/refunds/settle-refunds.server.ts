import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CardRefund } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import {
  bookFailedRefund,
  bookRefund,
  readOrderMoney,
  tellOfReturn,
} from "#ticketing/orders/payment/payment-store.server.ts";
import { lowerPrices } from "#ticketing/orders/ticket-store.server.ts";
import { lockSeats } from "#ticketing/orders/valid-seats.server.ts";
import { agreeWithMoney } from "./agree-with-money.server.ts";
import { decideRefund, shortBalance } from "./refund-decision.ts";
import { isRefundUnderWay } from "./refund-queries.server.ts";

/** `unreadable`: at least one refund has a state that we do not know. It is left alone; the others are settled. */
export type RefundsRefusal = { readonly reason: "provider_unknown" | "not_ours" | "unreadable" };

/**
 * Brings an order into agreement with its refunds at the provider. Each is booked once; then its seats end. One made
 * there by hand pays what we owe, lowers all prices by the rest, and the buyer is told. When all money is back, the tickets are void. If a refund
 * fails later, its booking is reversed, and money of ended seats is owed (F24): an administrator has to return it,
 * and the buyer is told.
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
    const byHand: (CardRefund & { readonly revenue: number })[] = [];
    const failed: { id: string; amount: number; stored: StoredRefund }[] = [];
    for (const refund of listed.refunds) {
      const stored = await keepRefund(sql, payment, refund);
      const { amount } = refund;
      if (refund.state === "refunded") {
        const revenue = await bookRefund(sql, {
          providerId: refund.id,
          orderId: order.id,
          sessionId: payment.session_id,
          amount,
          of: isOwed(stored) || stored.isAtProvider ? "owed" : "tickets",
        });
        if (revenue === undefined) continue;
        if (stored.isPart) await lowerPriceOfPart(sql, order, stored.seats ?? [], revenue);
        if (stored.isAtProvider) byHand.push({ ...refund, revenue });
      }
      if (refund.state === "failed") {
        failed.push({ id: refund.id, amount, stored });
        services.log.error({ orderId: order.id, refundId: refund.id }, "a refund failed at the provider");
      }
    }
    const actor = { kind: "provider" };
    const isValid = order.stake === "sold" && (await agreeWithMoney(sql, order, actor)) === "valid";
    for (const { id, amount, revenue } of byHand) {
      const reason = isValid && revenue > 0 ? "lowered" : "refunded";
      await tellOfReturn(sql, order, { amount, reason, dedupeKey: `refund:${id}` });
    }
    for (const { id: providerId, amount, stored } of failed) {
      const orderNow = (await lockOrder(sql, order.id)) ?? order;
      const revenue =
        orderNow.stake === "sold" ? Math.min(amount, await missingInPrices(sql, orderNow, stored)) : 0;
      const owed = await bookFailedRefund(sql, { providerId, revenue });
      if (owed === undefined) continue;
      if (orderNow.stake === "sold") await agreeWithMoney(sql, orderNow, actor);
      // the buyer read that the money was on its way
      const about = { amount: owed, reason: "owed", dedupeKey: `owed:${providerId}` } as const;
      if (owed > 0) await tellOfReturn(sql, orderNow, about);
    }
    if (!isValid) await changeEndedOrder(sql, order.id, actor);
    await faultPoint("refund.written");
    return order.id;
  });
  if (!orderId) return refused({ reason: "not_ours" });
  return listed.unreadable.length > 0 ? refused({ reason: "unreadable" }) : done({ orderId });
}

/** Moves an order without valid tickets to its next state, once no refund is under way. */
export async function changeEndedOrder(sql: Sql, orderId: string, actor: { kind: string }): Promise<void> {
  const order = await lockOrder(sql, orderId);
  if (!order || order.stake === "sold") return;
  const next = decideRefund(order, await readOrderMoney(sql, orderId));
  if (next?.state === "manual_review" && (await isRefundUnderWay(sql, orderId))) return;
  if (next) await changeOrders(sql, [{ order, ...next }], actor);
}

/** How many bani a failed refund may add to the prices of valid seats again: never more than was paid for them. */
async function missingInPrices(
  sql: Sql,
  order: LockedOrder,
  { isPart, seats }: StoredRefund,
): Promise<number> {
  if (isPart) return 0;
  const valid = await lockSeats(sql, order.id);
  return valid
    .filter(({ id }) => seats === null || seats.includes(id))
    .reduce((sum, { paid, price }) => sum + Math.max(0, paid - price), 0);
}

type Payment = { readonly session_id: string; readonly order_id: string };

/** Lowers the price of the seat that lost some tickets. What exceeds it is taken from all later (`agreeWithMoney`). */
async function lowerPriceOfPart(
  sql: Sql,
  order: LockedOrder,
  seats: readonly string[],
  amount: number,
): Promise<void> {
  const seat = (await lockSeats(sql, order.id)).find(({ id }) => seats.includes(id));
  if (seat) await lowerPrices(sql, [{ codeId: seat.bearerId, by: Math.min(amount, seat.price) }]);
}

type StoredRefund = {
  readonly isPart: boolean;
  readonly isAtProvider: boolean;
  readonly seats: readonly string[] | null;
};

/** Whether the refund returns owed money: its list of seats is empty. Null would mean no seat in particular. */
const isOwed = ({ seats }: StoredRefund) => seats?.length === 0;

/** Stores a refund's state. Answers may come out of order: one that has left or failed is never pending again. */
async function keepRefund(sql: Sql, payment: Payment, refund: CardRefund): Promise<StoredRefund> {
  const state = { refunded: "succeeded", pending: "pending", failed: "failed" }[refund.state];
  const { rows } = await sql.query<StoredRefund>(
    `UPDATE refunds SET provider_refund_id = $1, state = k.state,
       succeeded_at = CASE WHEN k.state = 'succeeded' THEN coalesce(succeeded_at, now()) END,
       last_error = CASE WHEN $5 THEN $6 ELSE nullif(last_error, $6) END
     FROM (SELECT id, CASE WHEN provider_refund_id = $1 AND (state = 'failed' OR (state = 'succeeded' AND $3 = 'pending')) THEN state ELSE $3 END AS state
           FROM refunds WHERE order_id = $4 AND (provider_refund_id = $1 OR (provider_refund_id IS NULL AND id::text = $2))) k
     WHERE refunds.id = k.id
     RETURNING units > 0 AS "isPart", reason = 'at_provider' AS "isAtProvider", bundle_ids AS seats`,
    [refund.id, refund.key, state, payment.order_id, refund.isShortOfBalance, shortBalance],
  );
  if (rows[0]) return rows[0];
  await sql.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, state, provider_refund_id, succeeded_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'at_provider', $4, $5, CASE WHEN $4 = 'succeeded' THEN now() END)`,
    [payment.order_id, payment.session_id, refund.amount, state, refund.id],
  );
  return { isPart: false, isAtProvider: true, seats: null };
}
