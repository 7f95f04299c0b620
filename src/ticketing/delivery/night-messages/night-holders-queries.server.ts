import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { MessageChoice } from "./night-message.ts";

/** A person who gets a message, with the address that it goes to. */
export type NightHolder = {
  readonly userId: Uuid;
  readonly recipient: string;
  /** The order of one of the holder's tickets. A guest sees the tickets on its page. */
  readonly orderId: Uuid;
};

/** SQL: whether ticket `p` is valid for its night, even while suspended; not if this night's share was refunded. */
const isValid = "p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL";

/**
 * SQL: the people who get a message about night $1. They hold a ticket of one of the types $2 (empty: any) and have
 * or have not come in ($3); a message of kind "news" ($4) goes only to subscribers. Holders count, not buyers. An
 * address gets one message, however many tickets and guests it has.
 */
const holders = `SELECT DISTINCT ON (h.contact) h.* FROM (
    SELECT b.id, b.contact, bool_or(o.user_id = b.id) AS is_buyer, (array_agg(p.order_id ORDER BY p.purchase_date DESC, p.id))[1] AS order_id
    FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN tickets t ON t.id = p.ticket_type_id JOIN profiles b ON b.id = p.user_id
    WHERE p.event_id = $1 AND ${isValid} AND b.contact IS NOT NULL
    GROUP BY b.id
    HAVING (cardinality($2::uuid[]) = 0 OR bool_or(p.ticket_type_id = ANY ($2::uuid[])))
      AND ($3 = 'all' OR bool_or(t.admits AND p.entries_remaining < p.entries_total) = ($3 = 'entered'))) h
  WHERE $4 = 'service' OR EXISTS (SELECT FROM newsletter_subscriptions n WHERE n.email = lower(h.contact::text) AND n.status = 'confirmed')
  ORDER BY h.contact, h.is_buyer DESC, h.id`;

const valuesOf = (eventId: string, { typeIds, atGate, kind }: MessageChoice) => [
  eventId,
  typeIds,
  atGate,
  kind,
];

export async function listNightHolders(
  sql: Sql,
  eventId: string,
  choice: MessageChoice,
): Promise<NightHolder[]> {
  const { rows } = await sql.query<NightHolder>(
    `SELECT id AS "userId", contact AS recipient, order_id AS "orderId" FROM (${holders}) h ORDER BY id`,
    valuesOf(eventId, choice),
  );
  return rows;
}

/** How many people a message reaches, and how many of them only received their tickets. */
export type HolderCount = { readonly people: number; readonly received: number };

export async function countNightHolders(
  sql: Sql,
  eventId: string,
  choice: MessageChoice,
): Promise<HolderCount> {
  const { rows } = await sql.query<HolderCount>(
    `SELECT count(*)::int AS people, count(*) FILTER (WHERE NOT is_buyer)::int AS received FROM (${holders}) h`,
    valuesOf(eventId, choice),
  );
  return rows[0] ?? { people: 0, received: 0 };
}

/**
 * SQL: whether person $2 still has a ticket for the night of message `m`, an alias of the query around it. Or anybody
 * else of address $3: their copy is this one. The mailbox is asked for its index.
 */
export const stillHoldsTicket = `EXISTS (SELECT FROM ticket_purchases p WHERE p.event_id = m.event_id AND ${isValid} AND p.user_id IN (
    SELECT b.id FROM profiles b WHERE b.id = $2 OR (mailbox_key(b.contact::text) = mailbox_key($3::text) AND b.contact = $3::text::citext)))`;
