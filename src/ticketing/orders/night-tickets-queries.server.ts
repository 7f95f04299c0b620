import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { limits } from "#ticketing/limits.ts";
import { shareOfNight } from "./share-of-night.ts";

/** The valid tickets of one type for a night, and their worth in bani. */
export type TypeCost = {
  readonly typeName: string;
  readonly tickets: number;
  /** Whether the type admits nobody. */
  readonly isAddOn: boolean;
  readonly amount: number;
  /** The bani of `amount` for tickets that nobody has used. */
  readonly unused: number;
  /** Whether the tickets are for other nights too, so that `amount` is this night's share. */
  readonly isShare: boolean;
};

export type NightTickets = {
  readonly name: string;
  readonly title: string;
  readonly date: Day;
  readonly isCancelled: boolean;
  readonly orders: number;
  /** How many persons bought or hold these tickets, or are among `guests`. */
  readonly people: number;
  /** How many emails will go out: for each order, one to the buyer and one to every other holder; one to each guest. */
  readonly letters: number;
  /** How many names of guest lists have an address that their code was sent to. */
  readonly guests: number;
  /** How many people hold a ticket that somebody else paid for. */
  readonly receivers: number;
  /** Places in unpaid orders. */
  readonly held: number;
  readonly entered: number;
  readonly types: readonly TypeCost[];
};

/** The bani that go back if the whole night is refunded. */
export const amountOf = ({ types }: NightTickets) => types.reduce((sum, { amount }) => sum + amount, 0);

/** Whether the refunds are so large that a second proof is needed. Read under the night's lock. */
export async function needsSecondProof(
  sql: Sql,
  eventId: string,
  refunds: (night: NightTickets) => number,
): Promise<boolean> {
  const night = await findNightTickets(sql, eventId);
  return night !== undefined && refunds(night) > limits.refundsWithoutSecondProof;
}

const seatPrice =
  "(SELECT sum(q.total_price) FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid')";
const isShare =
  "EXISTS (SELECT FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid' AND q.event_id <> p.event_id)";

/** The valid tickets, people and bani of a night, shown before it is cancelled or moved; undefined: unknown night. */
export async function findNightTickets(sql: Sql, eventId: string): Promise<NightTickets | undefined> {
  const { rows } = await sql.query<NightTickets>(
    `WITH seats AS MATERIALIZED (
       SELECT p.order_id, p.user_id, o.user_id AS buyer_id, p.ticket_type_id, p.quantity, p.entries_total - p.entries_remaining AS used, s.is_share,
         max(p.entries_total - p.entries_remaining) OVER (PARTITION BY p.order_id, p.line_no, p.unit_no, CASE WHEN p.unit_no IS NULL THEN p.seat_no END) > 0 AS is_used,
         CASE WHEN s.is_share THEN ${shareOfNight("p")} ELSE s.price END AS amount
       FROM ticket_purchases p JOIN orders o ON o.id = p.order_id, LATERAL (SELECT ${isShare} AS is_share, ${seatPrice} AS price) s
       WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL)
     SELECT e.name, e.title, e.date::text AS date, e.cancelled_at IS NOT NULL AS "isCancelled", (SELECT held FROM stock_counters c WHERE c.id = e.id) AS held,
       (SELECT count(DISTINCT order_id) FROM seats)::int AS orders, ((SELECT count(DISTINCT id) FROM (SELECT user_id AS id FROM seats UNION SELECT buyer_id FROM seats) s) + g.n)::int AS people,
       ((SELECT count(*) FROM (SELECT order_id, user_id AS id FROM seats UNION SELECT order_id, buyer_id FROM seats) s) + g.n)::int AS letters, g.n AS guests,
       (SELECT count(DISTINCT user_id) FROM seats WHERE user_id <> buyer_id)::int AS receivers, (SELECT coalesce(sum(used), 0) FROM seats)::int AS entered,
       (SELECT coalesce(json_agg(t ORDER BY t."isShare", t.amount DESC), '[]') FROM (
          SELECT t.type AS "typeName", NOT t.admits AS "isAddOn", sum(s.quantity)::int AS tickets, sum(s.amount)::float8 AS amount, coalesce(sum(s.amount) FILTER (WHERE NOT s.is_used), 0)::float8 AS unused, s.is_share AS "isShare"
          FROM seats s JOIN tickets t ON t.id = s.ticket_type_id GROUP BY t.id, t.type, s.is_share) t) AS types
     FROM events e, LATERAL (SELECT count(*)::int AS n FROM listed_guests WHERE event_id = e.id AND removed_at IS NULL AND name IS NOT NULL AND email IS NOT NULL) g WHERE e.id = $1`,
    [eventId],
  );
  return rows[0];
}
