import type { Sql } from "#platform/database/sql.ts";
import { shortBalance } from "#ticketing/orders/refunds/refund-decision.ts";

/** How many, and how many bani they are. */
type Part = { readonly n: number; readonly amount: number };

export type CancellationProgress = {
  readonly at: Date;
  readonly reason: string;
  readonly letters: { readonly sent: number; readonly waiting: number; readonly failed: number };
  readonly refunds: {
    readonly done: Part;
    readonly waiting: Part;
    /** Of those that wait, the ones for which our balance at the provider is too small. */
    readonly short: Part;
    readonly failed: Part;
    /** Of those that failed, the ones for which it was too small. */
    readonly failedShort: Part;
  };
  /** Orders that are not given back yet: one is disputed, under review or being paid, or its turn comes. */
  readonly ordersLeft: readonly {
    readonly orderId: string;
    readonly number: number;
    readonly state: string;
  }[];
};

const part = (state: string) =>
  `json_build_object('n', count(*) FILTER (WHERE ${state}), 'amount', coalesce(sum(amount) FILTER (WHERE ${state}), 0))`;
const isWaiting = "state IN ('wanted', 'pending')";
const letterCount = (state: string) => `count(*) FILTER (WHERE ${state})`;
/** In SQL, how many of these rows of `letters` are sent, on their way and given up. */
export const letterCounts = `json_build_object('sent', ${letterCount("state = 'sent'")}, 'waiting', ${letterCount("state IN ('queued', 'inflight')")}, 'failed', ${letterCount("state IN ('dead', 'bounced')")})`;

/** How far a cancelled night's emails and refunds are; undefined when the night was not cancelled by anybody. */
export async function findCancellationProgress(
  sql: Sql,
  eventId: string,
): Promise<CancellationProgress | undefined> {
  const { rows } = await sql.query<CancellationProgress>(
    `SELECT c.at, c.reason,
       (SELECT json_build_object('done', ${part("state = 'succeeded'")}, 'waiting', ${part(isWaiting)}, 'short', ${part(`${isWaiting} AND last_error = $2`)}, 'failed', ${part("state = 'failed'")}, 'failedShort', ${part("state = 'failed' AND last_error = $2")})
        FROM refunds WHERE event_id = $1 AND created_at >= c.at) AS refunds,
       (SELECT ${letterCounts}
        FROM letters WHERE kind = 'night_cancelled' AND variables->>'event' = $1::text) AS letters,
       (SELECT coalesce(json_agg(json_build_object('orderId', o.id, 'number', o.number, 'state', o.state) ORDER BY o.number), '[]') FROM orders o
        WHERE o.id IN (SELECT p.order_id FROM ticket_purchases p WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL)
          AND NOT EXISTS (SELECT FROM cancelled_orders d WHERE d.event_id = $1 AND d.order_id = o.id)) AS "ordersLeft"
     FROM cancellations c WHERE c.event_id = $1`,
    [eventId, shortBalance],
  );
  return rows[0];
}
