/**
 * SQL: the ids of the counters that order `o` took from at the hold (`takeNs`: how much of each). For an order from
 * before order lines, they are computed from the order's own columns.
 */
export const takeIds = "coalesce(o.take_ids, o.ticket_type_id || o.event_ids)";
export const takeNs =
  "coalesce(o.take_ns, o.quantity || array_fill(o.quantity * o.entries, ARRAY[cardinality(o.event_ids)]))";
