import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { LockedOrder } from "./order-store.server.ts";
import { ticketCodes } from "./ticket-code.ts";

/**
 * The tickets of a paid order, one per event, with the letter that brings them; in the settling transaction. The
 * price and the units stand on the earliest event's row, so that sums over rows are right.
 */
export async function issuePurchases(
  client: pg.ClientBase,
  order: LockedOrder,
  sessionId: string | null,
): Promise<string[]> {
  const { rows: events } = await client.query<{ id: string }>({
    name: "events-in-order",
    text: "SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY date, time NULLS FIRST, id",
    values: [order.eventIds],
  });
  const codes = ticketCodes(order.family, events.length);
  const ids = events.map(() => newId());
  const places = order.quantity * order.entries;
  const { rows } = await client.query<{ email: string | null }>({
    name: "issue-purchases",
    text: `WITH buyer AS (SELECT full_name, email FROM profiles WHERE id = $3),
           made AS (
             INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code,
               stripe_price_id, status, entries_total, entries_remaining, holder_name, checkout_session_id, is_test)
             SELECT n.id, $2, $3, n.event_id, $4, $5, CASE WHEN n.i = 1 THEN $5 ELSE 0 END, $6, CASE WHEN n.i = 1 THEN $7::bigint ELSE 0 END, n.code,
               $8, 'paid', $6, $6, buyer.full_name, $9, $10
             FROM buyer, unnest($1::uuid[], $11::uuid[], $12::text[]) WITH ORDINALITY AS n(id, event_id, code, i)
             RETURNING event_id, total_price),
           told AS (
             INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
             SELECT (now() AT TIME ZONE 'Europe/Bucharest')::date, event_id, $4, 1, $5, total_price FROM made WHERE NOT $10)
           SELECT email FROM buyer`,
    values: [
      ids,
      order.id,
      order.userId,
      order.ticketTypeId,
      order.quantity,
      places,
      order.total,
      order.stripePriceId,
      sessionId,
      order.isTest,
      events.map((event) => event.id),
      codes,
    ],
  });
  const recipient = rows[0]?.email;
  if (recipient) {
    await enqueueLetter(client, {
      kind: order.family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
      dedupeKey: `tickets:${order.id}`,
      recipient,
      userId: order.userId,
      orderId: order.id,
      ...(ids[0] ? { purchaseId: ids[0] } : {}),
    });
  }
  return ids;
}
