/**
 * SQL: the ids of the counters that order `o` took from at the hold (`takeNs`: how much of each). For an order from
 * before order lines, they are computed from the order's own columns.
 */
export const takeIds = "coalesce(o.take_ids, o.ticket_type_id || o.event_ids)";
export const takeNs =
  "coalesce(o.take_ns, o.quantity || array_fill(o.quantity * o.entries, ARRAY[cardinality(o.event_ids)]))";

/** SQL: what order `o` takes of each counter, as a JSON object by the counter's id. */
export const takesOfOrder = `(SELECT json_object_agg(t.id, t.n) FROM unnest(${takeIds}, ${takeNs}) AS t(id, n))`;

/**
 * What an unpaid order keeps from others, in the limits of unpaid holds: the people its tickets let in, on any number of
 * nights, and one for each add-on.
 */
export const weightOf = (lines: readonly { readonly quantity: number; readonly entries: number }[]) =>
  lines.reduce((n, { quantity, entries }) => n + quantity * Math.max(entries, 1), 0);

/** SQL: `weightOf` of order `o`, also of one from before order lines. */
export const weightOfOrder = (o: string) =>
  `coalesce((SELECT sum(l.quantity * greatest(l.entries, 1)) FROM order_lines l WHERE l.order_id = ${o}.id), ${o}.quantity * greatest(${o}.entries, 1))::int`;
