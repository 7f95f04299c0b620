import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";

/** A paid order of a pass that still has valid tickets. */
export type PassHolder = { readonly orderId: string; readonly userId: string };

/** A ticket that a seat of a pass does not have yet. `places`: how many people it admits, and takes of the night. */
export type MissingTicket = {
  readonly orderId: string;
  readonly userId: string;
  readonly lineNo: number;
  readonly seatNo: number;
  readonly places: number;
  readonly eventId: string;
};

// An order is for one pass, so the order's own type is the type of every line.
const isPaidOrderOfPass = "ticket_type_id = $1 AND stake = 'sold' AND family <> 'ordinary'";

/** Locks every paid order of a pass, by ascending id, as every transaction does. */
export async function lockPassHolders(client: Sql, typeId: string): Promise<PassHolder[]> {
  const { rows } = await client.query<PassHolder>({
    name: "lock-orders-of-pass",
    text: `SELECT id AS "orderId", user_id AS "userId"
           FROM orders WHERE ${isPaidOrderOfPass} ORDER BY id FOR UPDATE`,
    values: [typeId],
  });
  return rows;
}

/** Whether another order was paid since `holders` were locked. Under the lock of the type's counter no more follow. */
export async function soldMeanwhile(
  client: Sql,
  typeId: string,
  holders: readonly PassHolder[],
): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM orders WHERE ${isPaidOrderOfPass}`,
    [typeId],
  );
  return rows[0]?.n !== holders.length;
}

/**
 * The tickets that valid seats of these orders lack for these nights, by night, order and seat. A seat whose whole price
 * went back with its nights keeps the nights that it has, and gets no others.
 */
export async function missingTickets(
  client: Sql,
  holders: readonly PassHolder[],
  nights: readonly string[],
): Promise<MissingTicket[]> {
  const { rows } = await client.query<MissingTicket>(
    `SELECT s.order_id AS "orderId", s.user_id AS "userId", s.line_no AS "lineNo", s.seat_no AS "seatNo", s.places, n.id AS "eventId"
     FROM unnest($2::uuid[]) WITH ORDINALITY AS n(id, at)
     CROSS JOIN (SELECT order_id, line_no, seat_no, (array_agg(user_id ORDER BY id))[1] AS user_id, max(places) AS places FROM ticket_purchases
       WHERE order_id = ANY($1::uuid[]) AND status = 'paid' GROUP BY order_id, line_no, seat_no
       HAVING coalesce(bool_or(share_returned_at IS NULL) FILTER (WHERE share IS DISTINCT FROM 0), true)) s
     WHERE NOT EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = s.order_id AND p.line_no = s.line_no AND p.seat_no = s.seat_no AND p.event_id = n.id)
     ORDER BY n.at, s.order_id, s.line_no, s.seat_no`,
    [holders.map(({ orderId }) => orderId), nights],
  );
  return rows;
}

type Issued = { id: string; orderId: string; userId: string; eventId: string; email: string | null };

/**
 * Writes tickets for nights added after the purchase, one for each seat, and one email per order, night and holder. A
 * ticket gets the seat's label with the next number, its quantity, purchase day and holder's name, and no units and
 * no price. If the seat is suspended, so is the ticket, and no email is sent. The caller moves the counters.
 */
export async function issueMissing(client: Sql, missing: readonly MissingTicket[]): Promise<void> {
  const { rows } = await client.query<Issued>({
    text: `WITH known AS (
             SELECT order_id, line_no, seat_no, min(substring(ticket_code FROM '^(.*)-\\d+$')) AS stem, max(substring(ticket_code FROM '\\d+$')::int) AS last, min(purchase_date) AS bought,
               max(suspended) FILTER (WHERE status = 'paid') AS suspended, (array_agg(holder_name ORDER BY units DESC, id))[1] AS holder_name, min(checkout_session_id) AS session_id,
               max(unit_no) AS unit_no, (array_agg(bundle_id ORDER BY units DESC, id))[1] AS seat_id, max(quantity) AS quantity, (array_agg(user_id ORDER BY id))[1] AS user_id, bool_or(is_test) AS is_test
             FROM ticket_purchases WHERE order_id = ANY($2::uuid[]) GROUP BY order_id, line_no, seat_no),
           numbered AS (
             SELECT n.id, n."eventId" AS event_id, n.places, k.*, (k.last + row_number() OVER (PARTITION BY order_id, line_no, seat_no ORDER BY n.at))::text AS number
             FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id uuid, "orderId" uuid, "lineNo" int, "seatNo" int, "eventId" uuid, places int)) WITH ORDINALITY AS n(id, "orderId", "lineNo", "seatNo", "eventId", places, at)
             JOIN known k ON (k.order_id, k.line_no, k.seat_no) = (n."orderId", n."lineNo", n."seatNo")),
           made AS (
             INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, line_no, seat_no, unit_no, bundle_id, quantity, units, places, total_price, share, ticket_code, purchase_date,
               stripe_price_id, status, entries_total, entries_remaining, suspended, holder_name, checkout_session_id, is_test)
             SELECT n.id, n.order_id, n.user_id, n.event_id, l.ticket_type_id, n.line_no, n.seat_no, n.unit_no, n.seat_id, n.quantity, 0, n.places, 0, 0,
               n.stem || '-' || lpad(n.number, greatest(2, length(n.number)), '0'), n.bought,
               l.stripe_price_id, 'paid', n.places, n.places, n.suspended, n.holder_name, n.session_id, n.is_test
             FROM numbered n JOIN order_lines l ON l.order_id = n.order_id AND l.no = n.line_no
             RETURNING *),
           told AS (
             INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
             SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, count(*) FILTER (WHERE place = 1), sum(quantity), 0
             FROM (SELECT *, row_number() OVER (PARTITION BY order_id, event_id ORDER BY line_no, seat_no) AS place FROM made) codes WHERE NOT is_test GROUP BY 1, 2, 3)
           SELECT DISTINCT ON (m.order_id, m.event_id, m.user_id) m.id, m.order_id AS "orderId", m.user_id AS "userId", m.event_id AS "eventId", b.contact AS email
           FROM made m JOIN profiles b ON b.id = m.user_id WHERE m.suspended IS NULL ORDER BY m.order_id, m.event_id, m.user_id, m.line_no, m.seat_no`,
    values: [
      JSON.stringify(missing.map((ticket) => ({ ...ticket, id: newId() }))),
      missing.map(({ orderId }) => orderId),
    ],
  });
  await enqueueLetters(
    client,
    rows.flatMap(({ id, orderId, userId, eventId, email }) =>
      email === null
        ? []
        : [
            {
              kind: "season_pass_confirmation" as const,
              dedupeKey: `night:${orderId}:${eventId}:${userId}`,
              recipient: email,
              userId,
              orderId,
              purchaseId: id,
              variables: { night: eventId },
            },
          ],
    ),
  );
}
