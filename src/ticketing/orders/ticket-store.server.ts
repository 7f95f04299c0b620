import type { Sql } from "#platform/database/sql.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { addMoves, type Move } from "#ticketing/stock/stock.ts";
import { sendResumedTickets } from "./resumed-ticket-store.server.ts";
import {
  endTransfersOfInvalid,
  tellHoldersOfDispute,
  tellHoldersOfEnd,
} from "./transfers/transfer-store.server.ts";

/** SQL: records changed tickets for the daily sales reports. Test purchases do not count. */
const salesDelta = `INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
  SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, purchases, quantity, revenue FROM changed WHERE NOT is_test`;

type TakesOfTicket = { type: string; event: string; pool: string | null; units: number; places: number };

/** Adds to `moves` what the valid tickets of these orders take of the counters. The caller has locked the orders. */
export async function addTicketMoves(
  client: Sql,
  moves: Map<string, Move>,
  orderIds: readonly string[],
  movePerUnit: Move,
): Promise<void> {
  const { rows } = await client.query<TakesOfTicket>({
    name: "takes-of-tickets",
    text: `SELECT p.ticket_type_id AS type, p.event_id AS event, l.pool_id AS pool, p.units, p.places
           FROM ticket_purchases p LEFT JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no WHERE p.order_id = ANY($1::uuid[]) AND p.status = 'paid'`,
    values: [orderIds],
  });
  for (const { type, event, pool, units, places } of rows) {
    addMoves(moves, new Map([[type, units]]), movePerUnit);
    addMoves(moves, new Map([[event, places]]), movePerUnit);
    if (pool) addMoves(moves, new Map([[pool, places]]), movePerUnit);
  }
}

/**
 * Ends these valid tickets of an order, or all (null). Reports count an order's tickets for one night as one
 * purchase, on its first valid ticket; the count passes to the next one. Tells people who received an ended ticket,
 * and ends its open transfer. The caller moves the counters.
 */
export async function endTickets(
  client: Sql,
  orderId: string,
  status: "refunded" | "cancelled",
  codeIds: readonly string[] | null = null,
): Promise<void> {
  await tellHoldersOfEnd(client, orderId, codeIds);
  await client.query({
    name: "end-tickets",
    text: `WITH valid AS (
             SELECT v.*, v.place = 1 AS was_first, NOT ends AND row_number() OVER (PARTITION BY event_id, ends ORDER BY place) = 1 AS is_first FROM (
               SELECT id, event_id, $3::uuid[] IS NULL OR id = ANY($3) AS ends, row_number() OVER (PARTITION BY event_id ORDER BY line_no, seat_no) AS place
               FROM ticket_purchases WHERE order_id = $1 AND status = 'paid') v),
           ended AS (
             UPDATE ticket_purchases p SET status = $2, suspended = NULL FROM valid v WHERE v.id = p.id AND v.ends
             RETURNING p.purchase_date, p.event_id, p.ticket_type_id, p.is_test, -v.was_first::int AS purchases, -p.quantity AS quantity, -p.total_price AS revenue),
           changed AS (
             SELECT * FROM ended
             UNION ALL SELECT p.purchase_date, p.event_id, p.ticket_type_id, p.is_test, 1, 0, 0 FROM ticket_purchases p JOIN valid v USING (id) WHERE v.is_first AND NOT v.was_first)
           ${salesDelta}`,
    values: [orderId, status, codeIds],
  });
  await endTransfersOfInvalid(client, orderId);
}

/**
 * Takes some tickets of a seat back: fewer units, places and entries on each of its rows. The caller locked the rows
 * before counting the unused entries; taking more of them breaks a CHECK.
 */
export async function takeTicketsBack(
  client: Sql,
  {
    codeIds,
    tickets,
    places,
    uses,
  }: { codeIds: readonly string[]; tickets: number; places: number; uses: number },
): Promise<void> {
  await client.query({
    name: "take-tickets-back",
    text: `WITH changed AS (
             UPDATE ticket_purchases SET quantity = quantity - $2, units = CASE WHEN units = 0 THEN 0 ELSE units - $2 END, places = places - $3,
               entries_total = entries_total - $4, entries_remaining = entries_remaining - $4
             WHERE id = ANY($1::uuid[])
             RETURNING purchase_date, event_id, ticket_type_id, is_test, 0 AS purchases, -$2::int AS quantity, 0 AS revenue)
           ${salesDelta}`,
    values: [codeIds, tickets, places, uses],
  });
}

/** Lowers the prices of these tickets by `by` bani; a negative `by` raises them. */
export async function lowerPrices(
  client: Sql,
  changes: readonly { readonly codeId: string; readonly by: number }[],
): Promise<void> {
  const changed = changes.filter(({ by }) => by !== 0);
  if (changed.length === 0) return;
  await client.query({
    name: "lower-prices",
    text: `WITH changed AS (
             UPDATE ticket_purchases p SET total_price = p.total_price - n.by FROM unnest($1::uuid[], $2::bigint[]) AS n(id, by) WHERE p.id = n.id
             RETURNING p.purchase_date, p.event_id, p.ticket_type_id, p.is_test, 0 AS purchases, 0 AS quantity, -n.by AS revenue)
           ${salesDelta}`,
    values: [changed.map(({ codeId }) => codeId), changed.map(({ by }) => by)],
  });
}

/** SQL: whether ticket `p` admits, as `ticketsOfOrder` sees it when an email shows its code. */
export const ticketAdmits = "(p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL)";

/**
 * Suspends these valid tickets of an order, or all (null): they admit nobody until their money is settled. The
 * order's other tickets admit again (`sendResumedTickets`). Ends open transfers of suspended tickets. Friends who hold one
 * for a night to come are told of a dispute, and when their ticket admits again.
 */
export async function suspendTickets(
  client: Sql,
  orderId: string,
  reason: "refund" | "dispute",
  codeIds: readonly string[] | null = null,
): Promise<void> {
  const { rows } = await client.query<{ id: string; resumed: boolean; turn: "disputed" | "resumed" | null }>({
    name: "suspend-tickets",
    text: `UPDATE ticket_purchases p SET suspended = n.because
           FROM (SELECT t.id, t.suspended AS before, CASE WHEN $3::uuid[] IS NULL OR t.id = ANY($3) THEN $2 END AS because,
               t.share_returned_at IS NULL AND e.cancelled_at IS NULL AND NOT ${isOver("e")} AS "isToCome"
             FROM ticket_purchases t JOIN events e ON e.id = t.event_id WHERE t.order_id = $1 AND t.status = 'paid') n
           WHERE p.id = n.id AND p.suspended IS DISTINCT FROM n.because RETURNING p.id, p.suspended IS NULL AS resumed,
             CASE WHEN NOT n."isToCome" THEN NULL WHEN p.suspended = 'dispute' THEN 'disputed' WHEN p.suspended IS NULL AND n.before = 'dispute' THEN 'resumed' END AS turn`,
    values: [orderId, reason, codeIds],
  });
  await endTransfersOfInvalid(client, orderId);
  const resumed = rows.filter((row) => row.resumed).map(({ id }) => id);
  if (resumed.length > 0) await sendResumedTickets(client, orderId, resumed);
  for (const turn of ["disputed", "resumed"] as const) {
    const turned = rows.filter((row) => row.turn === turn).map(({ id }) => id);
    if (turned.length > 0) await tellHoldersOfDispute(client, orderId, turned, turn);
  }
}
