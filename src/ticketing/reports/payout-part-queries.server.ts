import type { Sql } from "#platform/database/sql.ts";
import type { PayoutPart } from "./night-settlement.ts";
import { settledCodes } from "./settlement-queries.server.ts";

/**
 * SQL: a night's whole bani of an amount of its order. The parts of all nights add up to the amount. `whole` is the sum
 * of all nights' weights, `here` that of the nights up to this one.
 */
const partOf = (amount: string) =>
  `(div((${amount})::numeric * here, whole) - div((${amount})::numeric * (here - weight), whole))`;

/**
 * These nights' parts of the entries of the provider's balance, by payout. An order's entry is split among its
 * nights: a charge by what was paid for each, a return by what each lost, and equally when both are 0. A paid order
 * without tickets takes its nights from its lines.
 */
export async function listPayoutParts(sql: Sql, eventIds: readonly string[]): Promise<PayoutPart[]> {
  const { rows } = await sql.query<PayoutPart>(
    `WITH codes AS (${settledCodes}),
       nights AS (
         SELECT order_id, event_id, sum(paid) AS paid, sum(paid - net) AS gone FROM codes GROUP BY order_id, event_id
         UNION ALL SELECT l.order_id, e.id, sum(l.total), 0 FROM order_lines l CROSS JOIN unnest(l.event_ids) AS e(id)
           WHERE l.order_id IN (SELECT n.order_id FROM order_lines n JOIN payments p ON p.order_id = n.order_id WHERE n.event_ids && $1::uuid[]
             AND NOT EXISTS (SELECT FROM ticket_purchases t WHERE t.order_id = n.order_id))
           GROUP BY l.order_id, e.id),
       weighed AS (
         SELECT n.order_id, n.event_id, way.charged, CASE WHEN sum(way.weight) OVER own > 0 THEN way.weight ELSE 1 END AS weight
         FROM (SELECT *, sum(gone) OVER (PARTITION BY order_id) AS all_gone FROM nights) n
           CROSS JOIN LATERAL (VALUES (true, n.paid), (false, CASE WHEN n.all_gone > 0 THEN n.gone ELSE n.paid END)) AS way(charged, weight)
         WINDOW own AS (PARTITION BY n.order_id, way.charged)),
       parts AS (SELECT *, sum(weight) OVER (PARTITION BY order_id, charged) AS whole, sum(weight) OVER (PARTITION BY order_id, charged ORDER BY event_id) AS here FROM weighed),
       split AS (
         SELECT w.event_id, b.kind, b.payout_id, ${partOf("b.gross")} AS gross, ${partOf("b.fee")} AS fee
         FROM parts w JOIN payments p ON p.order_id = w.order_id JOIN balance_entries b ON b.payment_id = p.payment_intent_id AND (b.kind = 'charge') = w.charged
         WHERE w.event_id = ANY ($1::uuid[]))
     SELECT s.event_id AS "eventId", sum(s.gross)::float8 AS gross, sum(s.fee)::float8 AS fees, coalesce(sum(s.fee) FILTER (WHERE s.kind <> 'charge'), 0)::float8 AS "feesOfReturns",
       CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'state', o.state, 'amount', o.amount, 'arrivesOn', (o.arrives_at AT TIME ZONE 'Europe/Bucharest')::date::text) END AS payout
     FROM split s LEFT JOIN payouts o ON o.id = s.payout_id
     GROUP BY s.event_id, o.id ORDER BY array_position($1::uuid[], s.event_id), o.arrives_at NULLS LAST, o.id`,
    [eventIds],
  );
  return rows;
}
