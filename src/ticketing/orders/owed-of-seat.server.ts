import { ordersThatMayOwe, owedForTickets } from "./line-queries.server.ts";
import { splitOfSeats } from "./share-of-night.ts";

/** SQL: whether a refund that covers the seats of group \`q\` has this state. */
const hasRefund = (state: string) =>
  `EXISTS (SELECT FROM refunds r WHERE r.order_id = q.order_id AND r.state = '${state}' AND r.reason <> 'at_provider' AND coalesce(coalesce(q.bundle_id, q.order_id) = ANY (r.bundle_ids), true))`;

/**
 * SQL: what of ticket `p`'s seat is owed, in bani, on its ticket that bears the price; 0 for the others. First of the
 * ended seats whose refund failed, then of what prices were lowered by, then of the other ended seats.
 */
export const owedOfSeat = (p: string) =>
  `CASE WHEN ${p}.order_id IN (${ordersThatMayOwe}) THEN coalesce((SELECT sum(n.part) FROM (${splitOfSeats(
    `SELECT s.id, s.order_id, k.line_no, 0 AS seat_no, k.amount, k.weight FROM (
       SELECT t.*, sum(failed) OVER () AS all_failed, sum(lowered) OVER () AS all_lowered, (SELECT ${owedForTickets} FROM orders o WHERE o.id = t.order_id)::bigint AS owed FROM (
         SELECT q.order_id, (array_agg(q.id ORDER BY q.total_price DESC, q.id))[1] AS id, sum(coalesce(q.share, q.total_price) - q.total_price) AS lowered,
           coalesce(sum(q.total_price) FILTER (WHERE q.status = 'refunded'), 0) AS refunded,
           coalesce(sum(q.total_price) FILTER (WHERE q.status = 'refunded' AND ${hasRefund("failed")} AND NOT ${hasRefund("succeeded")}), 0) AS failed
         FROM ticket_purchases q WHERE q.order_id = ${p}.order_id GROUP BY q.order_id, q.line_no, q.seat_no) t) s
     CROSS JOIN LATERAL (VALUES (1, least(s.owed, s.all_failed), s.failed), (2, least(s.owed - least(s.owed, s.all_failed), s.all_lowered), s.lowered),
       (3, greatest(0, s.owed - s.all_failed - s.all_lowered), s.refunded)) AS k(line_no, amount, weight)`,
  )}) n WHERE n.id = ${p}.id), 0) ELSE 0 END`;
