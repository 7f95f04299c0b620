import { isUuid, type Uuid } from "#kernel/id.ts";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Sql } from "#platform/database/sql.ts";
import { typedOrderNumber } from "#ticketing/orders/order-number.ts";

/** A ticket of the night that the chief finds for a person who has no code to show. */
export type DoorOrderTicket = {
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: number | null;
  readonly holder: string;
  readonly contact: string | null;
  readonly label: string;
  readonly typeName: string;
  readonly isAddOn: boolean;
  readonly entriesTotal: number;
  readonly entriesLeft: number;
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly isSuspended: boolean;
};

/**
 * The tickets of a night whose written name, holder, code or order number contains every word, whose holder's address
 * equals `text`, or whose order it names, which comes first; at most `most`. A ticket that was sent to a friend is the friend's, not the buyer's. It reads
 * with the program's rights, because a chief may not read people; the caller has checked that the person leads
 * the door.
 */
export async function findDoorOrders(
  sql: Sql,
  eventId: string,
  { text, most }: { readonly text: string; readonly most: number },
): Promise<DoorOrderTicket[]> {
  const { rows } = await sql.query<DoorOrderTicket>(
    `SELECT p.id, p.order_id AS "orderId", o.number::float8 AS "orderNumber", coalesce(p.holder_name, u.full_name, '') AS holder, u.contact::text AS contact, p.ticket_code AS label,
       coalesce(t.type, '') AS "typeName", p.places = 0 AS "isAddOn", p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesLeft", p.status,
       p.suspended IS NOT NULL OR p.share_returned_at IS NOT NULL AS "isSuspended"
     FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN profiles u ON u.id = p.user_id LEFT JOIN tickets t ON t.id = p.ticket_type_id
     WHERE p.event_id = $1 AND p.status <> 'pending' AND (u.contact = $4::citext OR o.number = $5::integer OR ${hasWords("$2", ["p.holder_name", "u.full_name", "p.ticket_code", "o.number::text"])})
     ORDER BY o.number <> $5::integer, coalesce(p.holder_name, u.full_name) COLLATE "ro-x-icu", p.order_id, p.line_no, p.seat_no LIMIT $3`,
    // a part of an address finds nothing; otherwise the masked addresses could be guessed letter by letter
    [
      eventId,
      wordPatterns(text),
      most,
      text.replaceAll("\0", "").toWellFormed().trim(),
      typedOrderNumber(text),
    ],
  );
  return rows;
}

/** A ticket of the night by its id; undefined when there is none. */
export async function findDoorTicket(
  sql: Sql,
  eventId: string,
  id: string,
): Promise<{ readonly id: Uuid; readonly holder: string } | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql.query<{ id: Uuid; holder: string }>(
    "SELECT p.id, coalesce(p.holder_name, u.full_name, '') AS holder FROM ticket_purchases p JOIN profiles u ON u.id = p.user_id WHERE p.id = $1 AND p.event_id = $2",
    [id, eventId],
  );
  return rows[0];
}
