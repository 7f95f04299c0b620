/**
 * The sales by the tickets themselves: the plain query that the totals answer faster. A purchase is an order's valid codes
 * for one night, however many: it is counted with the first of them.
 */
export const plainSales = `SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date AS day, event_id, ticket_type_id, count(*) FILTER (WHERE place = 1) AS purchases, sum(quantity) AS quantity, sum(total_price) AS revenue
  FROM (SELECT *, row_number() OVER (PARTITION BY order_id, event_id ORDER BY line_no, seat_no) AS place FROM ticket_purchases WHERE status = 'paid' AND NOT is_test) p
  GROUP BY 1, 2, 3`;

export const everySale = "'00000000-0000-0000-0000-000000000000'::uuid";

/**
 * Types of many nights share few names, and people filter by name; the sums of a renamed type move with it (rules.sql).
 */
export const nameOfType = (type: string) => `md5(${type})::uuid`;

/** The day of a total over all days. */
const everDay = "'0001-01-01'::date";

/**
 * Every total that follows from rows of (day, event_id, ticket_type_id, purchases, quantity, revenue). Add-ons are no
 * tickets of a night: they are counted under their own type alone, with their money everywhere.
 */
export function allTotals(rows: string): string {
  return `SELECT v.kind, v.grain, v.day, v.subject_id, sum(s.purchases) AS purchases, sum(CASE WHEN n.admits OR v.kind IN ('type', 'name') THEN s.quantity ELSE 0 END) AS quantity, sum(s.revenue) AS revenue
    FROM (${rows}) s JOIN tickets n ON n.id = s.ticket_type_id CROSS JOIN LATERAL (VALUES
      ('all', 'day', s.day, ${everySale}), ('all', 'month', date_trunc('month', s.day)::date, ${everySale}),
      ('event', 'day', s.day, s.event_id), ('event', 'month', date_trunc('month', s.day)::date, s.event_id),
      ('type', 'day', s.day, s.ticket_type_id), ('type', 'month', date_trunc('month', s.day)::date, s.ticket_type_id),
      ('name', 'day', s.day, ${nameOfType("n.type")}), ('name', 'month', date_trunc('month', s.day)::date, ${nameOfType("n.type")}),
      ('all', 'ever', ${everDay}, ${everySale}), ('event', 'ever', ${everDay}, s.event_id), ('type', 'ever', ${everDay}, s.ticket_type_id),
      ('name', 'ever', ${everDay}, ${nameOfType("n.type")})) AS v(kind, grain, day, subject_id)
    GROUP BY 1, 2, 3, 4`;
}

/** The totals as a reader sees them: the folded ones, and the changes since. */
export const shownTotals = `SELECT kind, grain, day, subject_id, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (
    SELECT kind, grain, day, subject_id, purchases, quantity, revenue FROM sales_totals
    UNION ALL ${allTotals("SELECT day, event_id, ticket_type_id, purchases, quantity, revenue FROM sales_deltas")}) both_parts
  GROUP BY 1, 2, 3, 4`;
