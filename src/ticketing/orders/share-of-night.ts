/**
 * SQL: what goes back of ticket `p`'s seat for its night, in bani. The seat's price is split in proportion to the shares
 * at issue of the nights that are left, so that a sum given back before lowers each of them alike. At most the share at
 * issue; 0 for a ticket from before shares. No refund of the order may be under way.
 */
export const shareOfNight = (p: string) =>
  `(SELECT coalesce(least(${p}.share, div(sum(q.total_price) * ${p}.share, nullif(sum(q.share) FILTER (WHERE q.share_returned_at IS NULL), 0))), 0)
    FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (${p}.order_id, ${p}.line_no, ${p}.seat_no) AND q.status = 'paid')`;
