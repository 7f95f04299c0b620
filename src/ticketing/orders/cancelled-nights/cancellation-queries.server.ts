import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";

/** What a night's tickets of one type would give back, in bani. */
export type TypeCost = {
  readonly typeName: string;
  readonly tickets: number;
  readonly amount: number;
  /** They are for other nights too, so that this night's share goes back. */
  readonly isShare: boolean;
};

export type NightToCancel = {
  readonly title: string;
  readonly date: Day;
  readonly isCancelled: boolean;
  readonly orders: number;
  /** Whose tickets they are: each gets one email. */
  readonly people: number;
  /** Those who have a ticket that somebody else paid. */
  readonly receivers: number;
  /** Places in unpaid orders, which are released. */
  readonly held: number;
  /** People who have come in already. */
  readonly entered: number;
  readonly types: readonly TypeCost[];
};

/** All that goes back, in bani. */
export const amountOf = ({ types }: NightToCancel) => types.reduce((sum, { amount }) => sum + amount, 0);

const seatPrice =
  "(SELECT sum(q.total_price) FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid')";
const isShare =
  "EXISTS (SELECT FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid' AND q.event_id <> p.event_id)";

/** What cancelling a night means at this moment: its tickets, people and bani. Undefined for an unknown night. */
export async function findNightToCancel(sql: Sql, eventId: string): Promise<NightToCancel | undefined> {
  const { rows } = await sql.query<NightToCancel>(
    `WITH seats AS MATERIALIZED (
       SELECT p.order_id, p.user_id, o.user_id AS buyer_id, p.ticket_type_id, p.quantity, p.entries_total - p.entries_remaining AS used, s.is_share,
         CASE WHEN s.is_share THEN least(p.share, s.price) ELSE s.price END AS amount
       FROM ticket_purchases p JOIN orders o ON o.id = p.order_id, LATERAL (SELECT ${isShare} AS is_share, ${seatPrice} AS price) s
       WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test)
     SELECT e.title, e.date::text AS date, e.cancelled_at IS NOT NULL AS "isCancelled", (SELECT held FROM stock_counters c WHERE c.id = e.id) AS held,
       (SELECT count(DISTINCT order_id) FROM seats)::int AS orders, (SELECT count(DISTINCT id) FROM (SELECT user_id AS id FROM seats UNION SELECT buyer_id FROM seats) s)::int AS people,
       (SELECT count(DISTINCT user_id) FROM seats WHERE user_id <> buyer_id)::int AS receivers, (SELECT coalesce(sum(used), 0) FROM seats)::int AS entered,
       (SELECT coalesce(json_agg(t ORDER BY t."isShare", t.amount DESC), '[]') FROM (
          SELECT t.type AS "typeName", sum(s.quantity)::int AS tickets, sum(s.amount)::float8 AS amount, s.is_share AS "isShare"
          FROM seats s JOIN tickets t ON t.id = s.ticket_type_id GROUP BY t.id, t.type, s.is_share) t) AS types
     FROM events e WHERE e.id = $1`,
    [eventId],
  );
  return rows[0];
}

/** How many, and how many bani they are. */
type Part = { readonly n: number; readonly amount: number };

export type CancellationProgress = {
  readonly at: Date;
  readonly reason: string;
  readonly letters: { readonly sent: number; readonly waiting: number; readonly failed: number };
  readonly refunds: { readonly done: Part; readonly waiting: Part; readonly failed: Part };
  /** Orders that are not given back yet: one is disputed, under review or being paid, or its turn comes. */
  readonly ordersLeft: readonly {
    readonly orderId: string;
    readonly number: number;
    readonly state: string;
  }[];
};

const part = (state: string) =>
  `json_build_object('n', count(*) FILTER (WHERE ${state}), 'amount', coalesce(sum(amount) FILTER (WHERE ${state}), 0))`;
const letterCount = (state: string) => `count(*) FILTER (WHERE ${state})`;

/** How far a cancelled night's emails and refunds are; undefined when the night was not cancelled by anybody. */
export async function findCancellationProgress(
  sql: Sql,
  eventId: string,
): Promise<CancellationProgress | undefined> {
  const { rows } = await sql.query<CancellationProgress>(
    `SELECT c.at, c.reason,
       (SELECT json_build_object('done', ${part("state = 'succeeded'")}, 'waiting', ${part("state IN ('wanted', 'pending')")}, 'failed', ${part("state = 'failed'")})
        FROM refunds WHERE event_id = $1) AS refunds,
       (SELECT json_build_object('sent', ${letterCount("state = 'sent'")}, 'waiting', ${letterCount("state IN ('queued', 'inflight')")}, 'failed', ${letterCount("state IN ('dead', 'bounced')")})
        FROM letters WHERE kind = 'night_cancelled' AND variables->>'event' = $1::text) AS letters,
       (SELECT coalesce(json_agg(json_build_object('orderId', o.id, 'number', o.number, 'state', o.state) ORDER BY o.number), '[]') FROM orders o
        WHERE o.id IN (SELECT p.order_id FROM ticket_purchases p WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test)
          AND NOT EXISTS (SELECT FROM cancelled_orders d WHERE d.event_id = $1 AND d.order_id = o.id)) AS "ordersLeft"
     FROM cancellations c WHERE c.event_id = $1`,
    [eventId],
  );
  return rows[0];
}
