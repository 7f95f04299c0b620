import type { Sql } from "#platform/database/sql.ts";
import { addMoves, type Move } from "#ticketing/stock/stock.ts";

/** The row that records a change of tickets for the reports of a day; test purchases are no sales. */
const salesDelta = `INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
  SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, purchases, quantity, revenue FROM changed WHERE NOT is_test`;

/** What the valid tickets of these orders take of the counters. The caller has locked the orders. */
export async function addTicketMoves(
  client: Sql,
  moves: Map<string, Move>,
  orderIds: readonly string[],
  per: Move,
): Promise<void> {
  const { rows } = await client.query<{ type: string; event: string; units: number; places: number }>({
    name: "takes-of-tickets",
    text: `SELECT ticket_type_id AS type, event_id AS event, units, places FROM ticket_purchases WHERE order_id = ANY($1::uuid[]) AND status = 'paid'`,
    values: [orderIds],
  });
  for (const { type, event, units, places } of rows) {
    addMoves(moves, new Map([[type, units]]), per);
    addMoves(moves, new Map([[event, places]]), per);
  }
}

/** Ends all valid tickets of an order. The caller moves the counters. */
export async function endTickets(
  client: Sql,
  orderId: string,
  status: "refunded" | "cancelled",
): Promise<void> {
  await client.query({
    name: "end-tickets",
    text: `WITH changed AS (
             UPDATE ticket_purchases SET status = $2, suspended = NULL WHERE order_id = $1 AND status = 'paid'
             RETURNING purchase_date, event_id, ticket_type_id, is_test, -1 AS purchases, -quantity AS quantity, -total_price AS revenue)
           ${salesDelta}`,
    values: [orderId, status],
  });
}

/**
 * Takes some of the tickets back: fewer units, places and entries on each row of the order. The caller has locked the
 * rows before it counted the unused entries; the CHECK on entries would fail on more than that.
 */
export async function takeTicketsBack(
  client: Sql,
  { orderId, tickets, entries }: { orderId: string; tickets: number; entries: number },
): Promise<void> {
  await client.query({
    name: "take-tickets-back",
    text: `WITH changed AS (
             UPDATE ticket_purchases SET quantity = quantity - $2, units = CASE WHEN units = 0 THEN 0 ELSE units - $2 END, places = places - $2 * $3,
               entries_total = entries_total - $2 * $3, entries_remaining = entries_remaining - $2 * $3
             WHERE order_id = $1 AND status = 'paid'
             RETURNING purchase_date, event_id, ticket_type_id, is_test, 0 AS purchases, -$2::int AS quantity, 0 AS revenue)
           ${salesDelta}`,
    values: [orderId, tickets, entries],
  });
}

/** Lowers the price of an order's valid tickets by these bani (raises it when negative). */
export async function lowerPrice(client: Sql, orderId: string, amount: number): Promise<void> {
  if (amount === 0) return;
  await client.query({
    name: "lower-price",
    text: `WITH changed AS (
             UPDATE ticket_purchases SET total_price = total_price - $2::bigint
             WHERE id = (SELECT id FROM ticket_purchases WHERE order_id = $1 AND status = 'paid' ORDER BY total_price DESC, units DESC, id LIMIT 1)
             RETURNING purchase_date, event_id, ticket_type_id, is_test, 0 AS purchases, 0 AS quantity, -$2::bigint AS revenue)
           ${salesDelta}`,
    values: [orderId, amount],
  });
}

/** Suspends these tickets: they admit nobody until it is decided what happens to their money; null ends that. */
export async function suspendTickets(
  client: Sql,
  orderId: string,
  because: "refund" | "dispute" | null,
): Promise<void> {
  await client.query({
    name: "suspend-tickets",
    text: "UPDATE ticket_purchases SET suspended = $2 WHERE order_id = $1 AND status = 'paid' AND suspended IS DISTINCT FROM $2",
    values: [orderId, because],
  });
}
