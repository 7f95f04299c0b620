import type { Sql } from "#platform/database/sql.ts";
import { nightTakesPlace, pricedNow, typeOff } from "#ticketing/events/sale-state-queries.server.ts";
import { ordersThatMayOwe, owedForTickets } from "#ticketing/orders/line-queries.server.ts";
import { shortBalance } from "#ticketing/orders/refunds/refund-decision.ts";
import { splitOfSeats } from "#ticketing/orders/share-of-night.ts";

/** A number of refunds and their sum in bani. */
export type RefundsPart = { readonly n: number; readonly amount: number };

export type LetterCounts = { readonly sent: number; readonly waiting: number; readonly failed: number };

export type CancellationProgress = {
  readonly at: Date;
  readonly reason: string;
  readonly letters: LetterCounts;
  readonly refunds: {
    readonly done: RefundsPart;
    readonly waiting: RefundsPart;
    /** The part of `waiting` that our balance at the provider is too small for. */
    readonly short: RefundsPart;
    readonly failed: RefundsPart;
    /** The part of `failed` that the balance was too small for. */
    readonly failedShort: RefundsPart;
  };
  readonly lost: RefundsPart;
  /** Types for this and other nights that are still on sale, at the price (bani) set for all nights. */
  readonly stillSold: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  /** The first people who were told or get money back: first those with a failure, then those still waiting. */
  readonly people: readonly ToldPerson[];
  readonly inAll: number;
  /** Orders not given back yet: disputed, under review, being paid, or waiting for their turn. */
  readonly ordersLeft: SomeOrders;
  /** Orders whose tickets had ended before, and whose money is owed because its refund failed. */
  readonly ordersOwed: SomeOrders;
};

/** How many orders, and the first of them. */
export type SomeOrders = {
  readonly n: number;
  readonly first: readonly { readonly orderId: string; readonly number: number }[];
};

export type ToldPerson = {
  /** Both are null for a guest of a list. */
  readonly orderId: string | null;
  readonly number: number | null;
  readonly name: string | null;
  readonly address: string | null;
  /** Null: no email, because the person has no address. */
  readonly letter: "sent" | "waiting" | "failed" | null;
  /** The last refund for this night; null when the person paid nothing, or received the ticket from the buyer. */
  readonly money: { readonly state: "done" | "waiting" | "failed"; readonly amount: number } | null;
};

/** How many people one page shows. */
export const shownPeople = 200;

/** How many orders one list names. */
const namedOrders = 50;

/** SQL: the orders `o` for which this holds, as `SomeOrders`. */
export const ordersWith = (condition: string) =>
  `(SELECT json_build_object('n', count(*), 'first', coalesce(json_agg(json_build_object('orderId', id, 'number', number) ORDER BY number) FILTER (WHERE place <= ${namedOrders}), '[]'))
        FROM (SELECT o.id, o.number, row_number() OVER (ORDER BY o.number) AS place FROM orders o WHERE ${condition}) f)`;

const part = (state: string) =>
  `json_build_object('n', count(*) FILTER (WHERE ${state}), 'amount', coalesce(sum(amount) FILTER (WHERE ${state}), 0))`;
const isWaiting = "state IN ('wanted', 'pending')";
const letterCount = (state: string) => `count(*) FILTER (WHERE ${state})`;
/** SQL: how many of these rows of `letters` are sent, waiting and failed. */
export const letterCounts = `json_build_object('sent', ${letterCount("state = 'sent'")}, 'waiting', ${letterCount("state IN ('queued', 'inflight')")}, 'failed', ${letterCount("state IN ('dead', 'bounced')")})`;

/**
 * SQL: the orders that lost money of the night `eventId` in a dispute since `since`, and how much. What the bank took of
 * an order is split among its nights as the settlement splits it; shares that went back before have no part.
 */
export const lostDisputes = (eventId: string, since: string) =>
  `(SELECT json_build_object('n', count(*), 'amount', coalesce(sum(div(taken * here, of_all)), 0)) FROM (
          SELECT codes.order_id, sum(coalesce(codes.part, codes.total_price)) AS of_all, sum(coalesce(codes.part, codes.total_price)) FILTER (WHERE codes.event_id = ${eventId}) AS here, (
            SELECT sum(l.amount) FROM disputes d JOIN ledger_entries l ON l.source = 'dispute' AND l.source_id = d.id || ':lost' AND l.account = 'revenue'
            WHERE d.order_id = codes.order_id AND d.state = 'lost' AND d.closed_at >= ${since}) AS taken
          FROM (${splitOfSeats(`
            SELECT p.*, sum(p.total_price) OVER (PARTITION BY p.order_id, p.line_no, p.seat_no) AS amount, CASE WHEN p.share_returned_at IS NULL THEN coalesce(p.share, p.total_price) ELSE 0 END AS weight
            FROM ticket_purchases p WHERE p.status <> 'refunded' AND NOT p.is_test
              AND p.order_id IN (SELECT d.order_id FROM disputes d JOIN ticket_purchases q ON q.order_id = d.order_id WHERE d.state = 'lost' AND q.event_id = ${eventId})`)}) codes
          GROUP BY codes.order_id) lost WHERE taken > 0 AND here > 0)`;

const sellsForOthers = `t.family <> 'ordinary' AND ${typeOff("false")} IS NULL
  AND EXISTS (SELECT FROM event_tickets m JOIN events v ON v.id = m.event_id WHERE m.ticket_id = t.id AND ${nightTakesPlace("v")})`;

/** How far a cancelled night's emails and refunds are; undefined when the night is not cancelled. */
export async function findCancellationProgress(
  sql: Sql,
  eventId: string,
): Promise<CancellationProgress | undefined> {
  const { rows } = await sql.query<Omit<CancellationProgress, "people" | "inAll">>(
    `SELECT c.at, c.reason, ${lostDisputes("$1", "c.at")} AS lost,
       (SELECT json_build_object('done', ${part("state = 'succeeded'")}, 'waiting', ${part(isWaiting)}, 'short', ${part(`${isWaiting} AND last_error = $2`)}, 'failed', ${part("state = 'failed'")}, 'failedShort', ${part("state = 'failed' AND last_error = $2")})
        FROM refunds WHERE event_id = $1 AND created_at >= c.at) AS refunds,
       (SELECT ${letterCounts}
        FROM letters WHERE kind = 'night_cancelled' AND variables->>'event' = $1::text) AS letters,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.type, 'price', n.price) ORDER BY t.type, t.id), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id ${pricedNow} WHERE l.event_id = $1 AND ${sellsForOthers}) AS "stillSold",
       ${ordersWith(`o.id IN (SELECT p.order_id FROM ticket_purchases p WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL)
          AND NOT EXISTS (SELECT FROM cancelled_orders d WHERE d.event_id = $1 AND d.order_id = o.id)`)} AS "ordersLeft",
       ${ordersWith(`o.id IN (${ordersThatMayOwe}) AND o.id IN (SELECT order_id FROM ticket_purchases WHERE event_id = $1 AND status = 'refunded') AND ${owedForTickets} > 0`)} AS "ordersOwed"
     FROM cancellations c WHERE c.event_id = $1`,
    [eventId, shortBalance],
  );
  if (!rows[0]) return undefined;
  const people = await toldPeople(sql, eventId, rows[0].at);
  return { ...rows[0], people, inAll: people[0]?.inAll ?? 0 };
}

/** The letter of a sent ticket's holder names no order. Its key names the ticket (`tellHoldersOfEnd`). */
async function toldPeople(
  sql: Sql,
  eventId: string,
  since: Date,
): Promise<(ToldPerson & { inAll: number })[]> {
  const { rows } = await sql.query<ToldPerson & { inAll: number }>(
    `WITH told AS (SELECT coalesce(l.order_id, t.order_id) AS order_id, l.user_id, max(recipient) AS recipient,
         CASE WHEN bool_or(state IN ('dead', 'bounced')) THEN 'failed' WHEN bool_and(state = 'sent') THEN 'sent' ELSE 'waiting' END AS letter
       FROM letters l LEFT JOIN ticket_purchases t ON t.id = substring(l.dedupe_key FROM '^ended:(.+)')::uuid
       WHERE kind = 'night_cancelled' AND variables->>'event' = $1::uuid::text AND coalesce(l.order_id, t.order_id) IS NOT NULL GROUP BY 1, 2),
     back AS (SELECT DISTINCT ON (r.order_id) r.order_id, o.user_id, r.amount,
         CASE r.state WHEN 'succeeded' THEN 'done' WHEN 'failed' THEN 'failed' ELSE 'waiting' END AS state
       FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.event_id = $1 AND r.created_at >= $2 ORDER BY r.order_id, r.created_at DESC)
     SELECT *, count(*) OVER ()::int AS "inAll" FROM (
       SELECT o.id AS "orderId", o.number::float8 AS number, p.full_name AS name, coalesce(nullif(w.recipient, ''), p.contact) AS address, w.letter,
         CASE WHEN w.state IS NOT NULL THEN json_build_object('state', w.state, 'amount', w.amount) END AS money
       FROM (SELECT * FROM told FULL JOIN back USING (order_id, user_id)) w JOIN orders o ON o.id = w.order_id LEFT JOIN profiles p ON p.id = w.user_id
       UNION ALL SELECT NULL, NULL, g.name, l.recipient, CASE WHEN l.state IN ('dead', 'bounced') THEN 'failed' WHEN l.state = 'sent' THEN 'sent' ELSE 'waiting' END, NULL
       FROM letters l JOIN listed_guests g ON g.id = (l.variables->>'guest')::uuid WHERE l.kind = 'night_cancelled' AND l.variables->>'event' = $1::uuid::text) all_told
     ORDER BY coalesce('failed' IN (money->>'state', letter), false) DESC, coalesce('waiting' IN (money->>'state', letter), false) DESC, number, name LIMIT ${shownPeople}`,
    [eventId, since],
  );
  return rows;
}
