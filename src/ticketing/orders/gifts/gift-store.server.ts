import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { CodeKind, Family } from "#ticketing/events/type-family.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { issuePurchases } from "#ticketing/orders/payment/issue-purchases.server.ts";
import { type Take, takesOf } from "#ticketing/stock/stock.ts";

/** An order of one line that is paid from the start, without the card provider. Prices in bani. */
type GivenOrder = Take & {
  readonly orderId: Uuid;
  readonly userId: Uuid;
  readonly scopeId: Uuid | string;
  readonly price: number;
  readonly family: Family;
  readonly title: string;
  readonly priceId: string | null;
  readonly codePer: CodeKind;
  readonly isTest: boolean;
  readonly requestKey: string | null;
};

/** Writes such an order with line, journal and reason, and issues its tickets. The caller has moved the counters. */
export async function giveOrder(
  sql: Sql,
  order: GivenOrder,
  by: { readonly userId: string; readonly role: string },
  because?: string,
): Promise<void> {
  await insertGivenOrder(sql, order);
  const subject = { subjectKind: "order", subjectId: order.orderId } as const;
  await recordChange(sql, by, { ...subject, what: "paid" });
  if (because !== undefined) await recordChange(sql, by, { ...subject, what: "granted", after: { because } });
  const locked = await lockOrder(sql, order.orderId);
  if (!locked) throw new Error("the order was written a moment ago");
  await issuePurchases(sql, [{ order: locked, sessionId: null }]);
}

async function insertGivenOrder(sql: Sql, order: GivenOrder): Promise<void> {
  const takes = takesOf([order]);
  await sql.query(
    `WITH made AS (
       INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, is_test, request_key,
         take_ids, take_ns, state, stake, origin, hold_expires_at, paid_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $17, $9, $10, $11, $12, $13, $14, $15, 'paid', 'sold', 'event', now(), now()))
     INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, stripe_price_id, code_per, pool_id)
     VALUES ($1, 1, $4, $5, $6, $7, $8, $17, $9, $10, $11, $16, $18)`,
    [
      order.orderId,
      order.userId,
      order.scopeId,
      order.ticketTypeId,
      order.eventIds,
      order.quantity,
      order.entries,
      order.price,
      order.family,
      order.title,
      order.priceId,
      order.isTest,
      order.requestKey,
      [...takes.keys()],
      [...takes.values()],
      order.codePer,
      order.price * order.quantity,
      order.poolId ?? null,
    ],
  );
}
