/**
 * SQL: the ids of the counters that order `o` took from at the hold, and below, how much of each. An order older than
 * lines has only its header to tell.
 */
export const takeIds = "coalesce(o.take_ids, o.ticket_type_id || o.event_ids)";
export const takeNs =
  "coalesce(o.take_ns, o.quantity || array_fill(o.quantity * o.entries, ARRAY[cardinality(o.event_ids)]))";
