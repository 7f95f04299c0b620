import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { ReturnedTickets } from "./letter-templates/payment-returned.ts";

/** The order of an email about returned money or ended tickets, or about a cancelled or moved night. */
export type ReturnedOrder = {
  readonly number: number;
  /** What it had when the email was queued, "2 × Intrare generală", for its buyer; empty for a friend. */
  readonly bought: string;
  /** Whether the order has other tickets that still admit. */
  readonly othersStay: boolean;
  /** The refunded tickets, by line; empty when the refund names neither a seat nor a code. */
  readonly tickets: readonly ReturnedTickets[];
};

const kindsOfOrder: ReadonlySet<string> = new Set([
  "payment_returned",
  "night_cancelled",
  "night_moved",
  "ticket_ended",
]);

/** The order of such an email, and the tickets that a refund ended; undefined for other emails. */
export async function readReturnedOrder(
  sql: Sql,
  { id, kind, orderId, userId, variables }: ClaimedLetter,
): Promise<ReturnedOrder | undefined> {
  if (!kindsOfOrder.has(kind)) return undefined;
  const seats = Array.isArray(variables.seats) ? variables.seats : [];
  const codes = Array.isArray(variables.codes) ? variables.codes : [variables.purchase].filter(Boolean);
  const part = typeof variables.part === "number" ? variables.part : null;
  const { rows: orders } = await sql.query<Omit<ReturnedOrder, "tickets"> & { id: string }>({
    name: "returned-order",
    text: `SELECT o.id, number::float8 AS number, coalesce((
             SELECT string_agg(n || ' × ' || title, ', ' ORDER BY no) FROM (
               SELECT min(l.no) AS no, l.title, sum(p.units) AS n FROM order_lines l JOIN ticket_purchases p ON (p.order_id, p.line_no) = (l.order_id, l.no)
               WHERE l.order_id = o.id AND o.user_id = $4 AND p.status <> 'cancelled' AND NOT EXISTS (
                 SELECT FROM refunds r JOIN letters w ON w.id = $5 WHERE r.order_id = o.id AND r.state = 'succeeded' AND r.units = 0
                   AND r.created_at < w.created_at AND coalesce(p.bundle_id, p.order_id) = ANY (r.bundle_ids))
               GROUP BY l.title) had WHERE n > 0), '') AS bought, EXISTS (
             SELECT FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.order_id = o.id AND p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL
               AND e.cancelled_at IS NULL AND NOT ${isOver("e")}
               AND ($3::int IS NOT NULL OR coalesce(p.bundle_id, p.order_id) <> ALL ($2::uuid[]))) AS "othersStay"
           FROM orders o WHERE id = coalesce($1::uuid, (SELECT p.order_id FROM ticket_purchases p WHERE p.id = ($6::uuid[])[1]))`,
    values: [orderId, seats, part, userId, id, codes],
  });
  const [order] = orders;
  if (!order) return undefined;
  const { rows } = await sql.query<
    Omit<ReturnedTickets, "isPart"> & { nights: { title: string; date: Day }[] }
  >({
    name: "returned-tickets",
    text: `SELECT t.type AS "typeName", (CASE WHEN bool_or(p.id = ANY ($3::uuid[])) THEN count(DISTINCT (p.line_no, p.seat_no)) ELSE sum(p.units) END)::int AS tickets, array_agg(p.ticket_code ORDER BY p.line_no, p.seat_no, e.date, e.id) AS labels,
             json_agg(DISTINCT jsonb_build_object('title', e.title, 'date', e.date)) AS nights
           FROM ticket_purchases p JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
           WHERE p.order_id = $1 AND (coalesce(p.bundle_id, p.order_id) = ANY ($2::uuid[]) OR p.id = ANY ($3::uuid[]))
           GROUP BY t.id ORDER BY min(p.line_no)`,
    values: [order.id, seats, codes],
  });
  const tickets = rows.map((row) => ({ ...row, tickets: part ?? row.tickets, isPart: part !== null }));
  return { ...order, tickets };
}
