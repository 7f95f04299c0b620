/**
 * SQL: the sales, computed from the tickets themselves. The totals give the same faster. A purchase is all valid
 * codes of an order for one night; it is counted with the first of them.
 */
export const plainSales = `SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date AS day, event_id, ticket_type_id, count(*) FILTER (WHERE place = 1) AS purchases, sum(quantity) AS quantity, sum(total_price) AS revenue
  FROM (SELECT *, row_number() OVER (PARTITION BY order_id, event_id ORDER BY line_no, seat_no) AS place FROM ticket_purchases WHERE status = 'paid' AND NOT is_test) p
  GROUP BY 1, 2, 3`;

/**
 * SQL: the free tickets within `plainSales` and the totals, negative, so that shown sales leave them out: an
 * invitation is given, not sold. A purchase is left out when no valid code of the night cost anything. It is not kept
 * in the totals, because a process of the build before may run beside this one and counts them.
 */
const freeSales = `SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date AS day, event_id, ticket_type_id, -count(*) FILTER (WHERE place = 1 AND is_all_free) AS purchases, -sum(quantity) AS quantity, 0 AS revenue
  FROM (SELECT p.purchase_date, p.event_id, p.ticket_type_id, p.quantity, row_number() OVER (PARTITION BY p.order_id, p.event_id ORDER BY p.line_no, p.seat_no) AS place,
          NOT EXISTS (SELECT FROM ticket_purchases q JOIN order_lines m ON m.order_id = q.order_id AND m.no = q.line_no WHERE q.order_id = p.order_id AND q.event_id = p.event_id AND q.status = 'paid' AND m.list_price > 0) AS is_all_free
        FROM order_lines l JOIN ticket_purchases p ON p.order_id = l.order_id AND p.line_no = l.no WHERE l.list_price = 0 AND p.status = 'paid' AND NOT p.is_test) f
  GROUP BY 1, 2, 3`;

/**
 * SQL: what must be added to the totals: changes that are not folded yet, and free tickets, negative. `quantity`
 * counts the type; `admitted` counts no add-ons, because they are not tickets for a night.
 */
export const salesBesideTotals = `SELECT s.day, s.event_id, s.ticket_type_id, n.type, s.purchases, s.quantity, CASE WHEN n.admits THEN s.quantity ELSE 0 END AS admitted, s.revenue
  FROM (SELECT day, event_id, ticket_type_id, purchases, quantity, revenue FROM sales_deltas UNION ALL ${freeSales}) s JOIN tickets n ON n.id = s.ticket_type_id`;

export const everySale = "'00000000-0000-0000-0000-000000000000'::uuid";

/**
 * SQL: the subject of totals by type name. Types of many nights share few names, and people filter by name. When a
 * type is renamed, its sums move along (rules.sql).
 */
export const nameOfType = (type: string) => `md5(${type})::uuid`;

/** The `day` of a total over all days. */
const everDay = "'0001-01-01'::date";

/**
 * SQL: every total that follows from rows of (day, event_id, ticket_type_id, purchases, quantity, revenue). An add-on
 * is not a ticket for a night: its quantity counts only under its own type and name, its money everywhere.
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

/** SQL: the totals as a reader sees them: the folded ones plus the changes since. */
export const shownTotals = `SELECT kind, grain, day, subject_id, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (
    SELECT kind, grain, day, subject_id, purchases, quantity, revenue FROM sales_totals
    UNION ALL ${allTotals("SELECT day, event_id, ticket_type_id, purchases, quantity, revenue FROM sales_deltas")}) both_parts
  GROUP BY 1, 2, 3, 4`;
