import type { Sql } from "#platform/database/sql.ts";
import { owedForTickets } from "./line-queries.server.ts";

/** What has not reached the buyer of an order yet, in bani: on its way back, and owed because its refund failed. */
export type MoneyToReturn = { readonly returning: number; readonly owed: number };

const nothing: MoneyToReturn = { returning: 0, owed: 0 };

/** Adds to each order what has not reached its buyer yet. A refund of no seat in particular pays what is owed first. */
export async function withMoneyToReturn<O extends { readonly id: string }>(
  sql: Sql,
  orders: readonly O[],
): Promise<(O & MoneyToReturn)[]> {
  const { rows } = await sql.query<MoneyToReturn & { id: string }>({
    name: "money-to-return",
    text: `SELECT o.id, w.inall AS returning, greatest(0, ${owedForTickets} - w.first) AS owed FROM orders o,
             LATERAL (SELECT coalesce(sum(amount), 0)::float8 AS inall, coalesce(sum(amount) FILTER (WHERE coalesce(cardinality(bundle_ids), 0) = 0), 0)::float8 AS first
               FROM refunds WHERE order_id = o.id AND state IN ('wanted', 'pending')) w
           WHERE o.id = ANY ($1::uuid[])`,
    values: [orders.map(({ id }) => id)],
  });
  const found = new Map(rows.map(({ id, returning, owed }) => [id, { returning, owed }]));
  return orders.map((order) => Object.assign({}, order, found.get(order.id) ?? nothing));
}
