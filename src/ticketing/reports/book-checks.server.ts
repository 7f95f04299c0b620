import { only, type Sql } from "#platform/database/sql.ts";
import { isInvitation } from "./purchase-conditions.server.ts";
import type { BookChecks } from "./reconciliation.ts";

/** Reads all orders and bookings. That is fast enough for each comparison, but too slow for a page. */
export async function readBookChecks(sql: Sql): Promise<BookChecks> {
  const { rows } = await sql.query<BookChecks>(
    `SELECT m.payments, m.answered, o.sold, o.paid_for AS "paidFor", o.invitations, (SELECT coalesce(sum(amount), 0)::float8 FROM ledger_entries) AS sum
     FROM (SELECT count(*)::int AS payments, (count(*) FILTER (WHERE (o.stake = 'sold' AND p.session_id = booked.source_id) OR o.state IN ('manual_review', 'disputed')
             OR coalesce(back.amount, 0) >= p.amount))::int AS answered
           FROM payments p JOIN orders o ON o.id = p.order_id
           LEFT JOIN ledger_entries booked ON booked.source = 'payment' AND booked.source_id = p.session_id AND booked.account = 'revenue'
           LEFT JOIN (SELECT session_id, sum(amount) AS amount FROM (SELECT session_id, amount FROM refunds WHERE state <> 'failed'
             UNION ALL SELECT session_id, amount FROM disputes WHERE state <> 'won') b GROUP BY session_id) back ON back.session_id = p.session_id) m,
          (SELECT (count(*) FILTER (WHERE total > 0))::int AS sold, (count(*) FILTER (WHERE ${isInvitation}))::int AS invitations,
             (count(*) FILTER (WHERE total > 0 AND EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.amount = o.total)))::int AS paid_for
           FROM orders o WHERE stake = 'sold' AND NOT is_test) o`,
  );
  return only(rows);
}
