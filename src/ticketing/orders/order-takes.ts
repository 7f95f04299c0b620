/**
 * In SQL, of an order `o`: the counters that all its lines took of when it was held, and how much of each. An order from
 * before there were lines has its header alone.
 */
export const takeIds = "coalesce(o.take_ids, o.ticket_type_id || o.event_ids)";
export const takeNs =
  "coalesce(o.take_ns, o.quantity || array_fill(o.quantity * o.entries, ARRAY[cardinality(o.event_ids)]))";
