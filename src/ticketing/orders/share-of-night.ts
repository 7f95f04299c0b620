/**
 * SQL: the rows of `weighed` (`id`, the seat's `amount` in bani, `weight`) with `part`: the kernel's `split` of the
 * amount among the seat's rows. Null where all weights of the seat are 0.
 */
export const splitOfSeats = (weighed: string) => `
  SELECT r.*, r.least + (row_number() OVER (PARTITION BY r.order_id, r.line_no, r.seat_no ORDER BY r.rest DESC, r.id DESC)
      <= r.amount - sum(r.least) OVER (PARTITION BY r.order_id, r.line_no, r.seat_no))::int AS part
  FROM (
    SELECT w.*, div(w.amount * w.weight, w.whole) AS least, mod(w.amount * w.weight, w.whole) AS rest
    FROM (SELECT v.*, nullif(sum(v.weight) OVER (PARTITION BY v.order_id, v.line_no, v.seat_no), 0)::numeric AS whole FROM (${weighed}) v) w) r`;

/**
 * SQL: what goes back of ticket `p`'s seat for its night, in bani: its part in the settlement. The seat's price is
 * split in proportion to the shares at issue of the nights that are left, so that a sum given back before lowers each
 * of them alike. At most the share at issue; 0 for a ticket from before shares. No refund of the order may be under way.
 */
export const shareOfNight = (p: string) =>
  `coalesce((SELECT least(${p}.share, n.part) FROM (${splitOfSeats(
    `SELECT q.id, q.order_id, q.line_no, q.seat_no, sum(q.total_price) OVER () AS amount, CASE WHEN q.share_returned_at IS NULL THEN q.share ELSE 0 END AS weight
     FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (${p}.order_id, ${p}.line_no, ${p}.seat_no) AND q.status = 'paid'`,
  )}) n WHERE n.id = ${p}.id), 0)`;
