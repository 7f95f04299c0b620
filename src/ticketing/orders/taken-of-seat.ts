import { splitOfSeats } from "./share-of-night.ts";

/** SQL: what lost disputes of the payment for its tickets took of an order, as booked: of revenue, and of what was owed. */
const takenOfTickets = (order: string) => `
  SELECT coalesce(sum(l.amount) FILTER (WHERE l.account = 'revenue'), 0) AS revenue, coalesce(sum(l.amount) FILTER (WHERE l.account = 'customer_credit'), 0) AS credit
  FROM disputes d JOIN ledger_entries l ON l.source = 'dispute' AND l.source_id = d.id || ':lost'
  WHERE d.order_id = ${order} AND d.session_id IN (SELECT source_id FROM ledger_entries WHERE order_id = ${order} AND source = 'payment' AND account = 'revenue')`;

/**
 * SQL: what banks took of ticket `p`'s seat, in bani, on its ticket that bears the price; 0 for the others. Of a seat
 * that ended with a lost dispute it is all that was left, of a seat whose refund failed what was owed, and of the other
 * money a part in proportion to what each seat's price was lowered by, as the loss lowered them.
 */
export const takenOfSeat = (p: string) =>
  `CASE WHEN ${p}.order_id IN (SELECT order_id FROM disputes WHERE state = 'lost') THEN coalesce((SELECT sum(n.part) FROM (${splitOfSeats(
    `SELECT s.id, s.order_id, k.line_no, 0 AS seat_no, k.amount, k.weight FROM (
       SELECT t.*, sum(void) OVER () AS all_void, sum(lowered) OVER () AS all_lowered, sum(refunded) OVER () AS all_refunded FROM (
         SELECT q.order_id, (array_agg(q.id ORDER BY q.total_price DESC, q.id))[1] AS id, sum(coalesce(q.share, q.total_price) - q.total_price) AS lowered,
           coalesce(sum(q.total_price) FILTER (WHERE q.status = 'cancelled'), 0) AS void, coalesce(sum(q.total_price) FILTER (WHERE q.status = 'refunded'), 0) AS refunded
         FROM ticket_purchases q WHERE q.order_id = ${p}.order_id GROUP BY q.order_id, q.line_no, q.seat_no) t) s CROSS JOIN (${takenOfTickets(`${p}.order_id`)}) b
     CROSS JOIN LATERAL (VALUES (1, least(b.revenue, s.all_void), s.void), (2, least(b.revenue - least(b.revenue, s.all_void), s.all_lowered), s.lowered),
       (3, least(b.credit, s.all_refunded), s.refunded)) AS k(line_no, amount, weight)`,
  )}) n WHERE n.id = ${p}.id), 0) ELSE 0 END`;
