import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";

/** A paid order of a pass that still has tickets. */
export type PassHolder = {
  readonly orderId: string;
  readonly userId: string;
  /** How many people its tickets of one night admit, which is what it takes of a night's places. */
  readonly places: number;
};

/** A ticket that an order does not have yet. */
export type MissingTicket = { readonly holder: PassHolder; readonly eventId: string };

const holding = "ticket_type_id = $1 AND stake = 'sold' AND family <> 'ordinary'";

/** Locks every paid order of a pass, in ascending order of ids, as every transaction does. */
export async function lockPassHolders(client: Sql, typeId: string): Promise<PassHolder[]> {
  const { rows } = await client.query<PassHolder>({
    name: "lock-orders-of-pass",
    text: `SELECT id AS "orderId", user_id AS "userId", (quantity - returned) * entries AS places
           FROM orders WHERE ${holding} ORDER BY id FOR UPDATE`,
    values: [typeId],
  });
  return rows;
}

/**
 * Whether more orders were paid since those were locked. Read under the type's counter lock, so that no more can
 * follow.
 */
export async function soldMeanwhile(
  client: Sql,
  typeId: string,
  holders: readonly PassHolder[],
): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM orders WHERE ${holding}`,
    [typeId],
  );
  return rows[0]?.n !== holders.length;
}

/** The tickets that these orders lack for these nights. */
export async function missingTickets(
  client: Sql,
  holders: readonly PassHolder[],
  nights: readonly string[],
): Promise<MissingTicket[]> {
  const { rows } = await client.query<{ had: string }>(
    "SELECT order_id || ' ' || event_id AS had FROM ticket_purchases WHERE order_id = ANY($1::uuid[]) AND event_id = ANY($2::uuid[])",
    [holders.map(({ orderId }) => orderId), nights],
  );
  const had = new Set(rows.map((row) => row.had));
  return nights.flatMap((eventId) =>
    holders.flatMap((holder) => (had.has(`${holder.orderId} ${eventId}`) ? [] : [{ holder, eventId }])),
  );
}

type Issued = { id: string; orderId: string; userId: string; eventId: string; email: string | null };

/**
 * Writes tickets for nights added after the purchase, with an email each. A ticket gets the order's code with the next
 * number, the order's day and holder's name, no units and no price. It is suspended if the order's other tickets are
 * (then no email is sent). One statement for all of them; the caller moves the counters.
 */
export async function issueMissing(client: Sql, missing: readonly MissingTicket[]): Promise<void> {
  const { rows } = await client.query<Issued>({
    text: `WITH known AS (
             SELECT order_id, min(substring(ticket_code FROM '^(.*)-\\d+$')) AS stem, max(substring(ticket_code FROM '\\d+$')::int) AS last, min(purchase_date) AS bought,
               max(suspended) FILTER (WHERE status = 'paid') AS suspended, (array_agg(holder_name ORDER BY units DESC, id))[1] AS holder_name, min(checkout_session_id) AS session_id
             FROM ticket_purchases WHERE order_id = ANY($2::uuid[]) GROUP BY order_id),
           numbered AS (
             SELECT n.id, n.order_id, n.event_id, (k.last + row_number() OVER (PARTITION BY n.order_id ORDER BY n.at))::text AS number, k.stem, k.bought, k.suspended, k.holder_name, k.session_id
             FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS n(id, order_id, event_id, at) JOIN known k USING (order_id)),
           made AS (
             INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, purchase_date,
               stripe_price_id, status, entries_total, entries_remaining, suspended, holder_name, checkout_session_id, is_test)
             SELECT n.id, o.id, o.user_id, n.event_id, o.ticket_type_id, o.quantity - o.returned, 0, p.places, 0, n.stem || '-' || lpad(n.number, greatest(2, length(n.number)), '0'), n.bought,
               o.stripe_price_id, 'paid', p.places, p.places, n.suspended, n.holder_name, n.session_id, o.is_test
             FROM numbered n JOIN orders o ON o.id = n.order_id CROSS JOIN LATERAL (SELECT (o.quantity - o.returned) * o.entries AS places) p
             RETURNING *),
           told AS (
             INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
             SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, count(*), sum(quantity), 0 FROM made WHERE NOT is_test GROUP BY 1, 2, 3)
           SELECT m.id, m.order_id AS "orderId", m.user_id AS "userId", m.event_id AS "eventId", CASE WHEN m.suspended IS NULL THEN b.email END AS email
           FROM made m JOIN profiles b ON b.id = m.user_id`,
    values: [
      missing.map(() => newId()),
      missing.map(({ holder }) => holder.orderId),
      missing.map(({ eventId }) => eventId),
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
              dedupeKey: `night:${orderId}:${eventId}`,
              recipient: email,
              ...{ userId, orderId, purchaseId: id },
              variables: { night: eventId },
            },
          ],
    ),
  );
}
