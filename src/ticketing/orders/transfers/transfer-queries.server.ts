import { isUuid, type Uuid } from "#kernel/id.ts";
import { firstName } from "#kernel/person-name.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import type { NightHours } from "#ticketing/events/enter-until.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import { lastToSend, type NightToSend, nightsToCome, whyNotSent } from "./transfer.ts";

/**
 * SQL: the ids of the emails about these orders, and of those that tell a friend that one of the tickets for which
 * `tickets` holds ended. These name no order. Both are found by an index; an OR of the two would read all emails.
 */
export const lettersAbout = (orders: string, tickets: string): string =>
  `(SELECT id FROM letters WHERE order_id IN (${orders})
    UNION SELECT id FROM letters WHERE dedupe_key IN (SELECT 'ended:' || id FROM ticket_purchases WHERE ${tickets}))`;

type OfferedNight = NightToSend & {
  readonly eventId: string;
  readonly title: string;
  readonly location: string;
  readonly picture: EventPicture | null;
  readonly minimumAge: number | null;
  readonly isOver: boolean;
  readonly isShareReturned: boolean;
};

/** A seat as its link offers it, to anybody with the link. */
export type OfferedTicket = {
  readonly orderId: string;
  readonly fromId: string;
  /** The sender's first name. */
  readonly from: string;
  /** The person who accepted it; null if nobody did. */
  readonly toId: string | null;
  /** Whether it can be accepted now. */
  readonly isOpen: boolean;
  /** The night whose doors end the offer; undefined when all are cancelled. */
  readonly last: NightHours | undefined;
  readonly family: Family;
  readonly typeName: string;
  readonly enterUntil: WallTime | null;
  /** The coming nights, soonest first; empty once the seat is over. */
  readonly nights: readonly (Pick<
    OfferedNight,
    "eventId" | "title" | "location" | "picture" | "minimumAge" | "doors"
  > & { readonly date: Day; readonly time: WallTime | null })[];
};

type StoredOffer = Omit<OfferedTicket, "from" | "isOpen" | "last" | "nights"> & {
  readonly sender: string | null;
  readonly state: string;
  readonly sent: number;
  readonly now: Date;
  readonly nights: readonly OfferedNight[];
};

/** The seat that a link's secret offers; undefined for anything that is no link of ours. Changes nothing. */
export async function findOfferedTicket(
  { database }: Pick<Services, "database">,
  secret: string,
): Promise<OfferedTicket | undefined> {
  if (!isTokenShaped(secret)) return undefined;
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<StoredOffer>({
      name: "offered-ticket",
      text: `SELECT t.order_id AS "orderId", t.from_id AS "fromId", s.full_name AS sender, t.to_id AS "toId", t.state, l.family, y.type AS "typeName", to_char(y.enter_until, 'HH24:MI') AS "enterUntil", now() AS now,
               (SELECT count(*)::int FROM transfers a WHERE (a.order_id, a.line_no, a.seat_no) = (t.order_id, t.line_no, t.seat_no) AND a.state = 'accepted') AS sent,
               (SELECT json_agg(json_build_object('eventId', e.id, 'title', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'), 'doors', to_char(e.doors, 'HH24:MI'), 'location', e.location,
                  'minimumAge', e.minimum_age, 'picture', ${picture("e.image_url")}, 'isOver', ${isOver("e")}, 'isCancelled', e.cancelled_at IS NOT NULL, 'isShareReturned', p.share_returned_at IS NOT NULL, 'status', p.status, 'suspended', p.suspended, 'places', p.places,
                  'entriesTotal', p.entries_total, 'entriesRemaining', p.entries_remaining) ORDER BY e.starts_at, p.id)
                FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no)) AS nights
             FROM transfers t JOIN profiles s ON s.id = t.from_id JOIN order_lines l ON l.order_id = t.order_id AND l.no = t.line_no JOIN tickets y ON y.id = l.ticket_type_id
             WHERE t.secret_hash = $1`,
      values: [hashOfToken(secret)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { sender, state, sent, now, nights, ...offer } = row;
    return {
      ...offer,
      from: firstName(sender),
      last: lastToSend(nights),
      nights: nightsToCome(nights),
      isOpen: state === "waiting" && whyNotSent(nights, { sent, now }) === undefined,
    };
  });
}

/** A seat of one's own that waits to be accepted. */
export type WaitingTransfer = {
  readonly orderId: string;
  readonly lineNo: number;
  readonly seatNo: number;
  readonly name: string | null;
  readonly recipient: string | null;
  readonly at: Date;
};

/** The seats that the current person has sent and nobody has accepted yet. */
export async function listWaitingTransfers(sql: Sql): Promise<WaitingTransfer[]> {
  const { rows } = await sql.query<WaitingTransfer>({
    name: "waiting-transfers",
    text: `SELECT order_id AS "orderId", line_no AS "lineNo", seat_no AS "seatNo", name, recipient, created_at AS at FROM transfers
           WHERE from_id = NULLIF(current_setting('app.user_id', true), '')::uuid AND state = 'waiting'`,
  });
  return rows;
}

/** Whether a friend has accepted this ticket from this person. */
export async function isAccepted(
  { database }: Pick<Services, "database">,
  fromId: Uuid,
  purchaseId: string,
): Promise<boolean> {
  if (!isUuid(purchaseId)) return false;
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query({
      name: "accepted-of-ticket",
      text: `SELECT FROM ticket_purchases p JOIN transfers t ON (t.order_id, t.line_no, t.seat_no) = (p.order_id, p.line_no, p.seat_no)
             WHERE p.id = $1 AND t.from_id = $2 AND t.state = 'accepted' LIMIT 1`,
      values: [purchaseId, fromId],
    });
    return rows.length > 0;
  });
}

/** A seat of one's own order that a friend has accepted. */
export type AcceptedTransfer = {
  /** The "2" and the "3" of "ticket 2 of 3", as the buyer counts the order's seats. */
  readonly number: number;
  readonly of: number;
  /** The friend's name and address as the sender typed them; null once the night is long over. */
  readonly name: string | null;
  readonly recipient: string | null;
  readonly at: Date;
};

/** The seats of this order that friends have accepted from the current person. */
export async function listAcceptedTransfers(sql: Sql, orderId: string): Promise<AcceptedTransfer[]> {
  const { rows } = await sql.query<AcceptedTransfer>({
    name: "accepted-transfers",
    text: `WITH me AS (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid AS id),
             held AS (SELECT DISTINCT p.line_no, p.seat_no FROM ticket_purchases p, me WHERE p.order_id = $1 AND p.user_id = me.id AND p.places > 0),
             sent AS (
               SELECT DISTINCT ON (t.line_no, t.seat_no) t.line_no, t.seat_no, t.name, t.recipient, coalesce(t.ended_at, t.created_at) AS at
               FROM transfers t, me WHERE t.order_id = $1 AND t.from_id = me.id AND t.state = 'accepted'
                 AND NOT EXISTS (SELECT FROM held h WHERE (h.line_no, h.seat_no) = (t.line_no, t.seat_no))
               ORDER BY t.line_no, t.seat_no, t.created_at DESC),
             seats AS (SELECT line_no, seat_no FROM held UNION SELECT line_no, seat_no FROM sent)
           SELECT (SELECT count(*)::int FROM seats b WHERE (b.line_no, b.seat_no) <= (s.line_no, s.seat_no)) AS number,
             (SELECT count(*)::int FROM seats) AS of, s.name, s.recipient, s.at
           FROM sent s ORDER BY s.line_no, s.seat_no`,
    values: [orderId],
  });
  return rows;
}

/** A seat that a friend has accepted, with its coming nights. */
export type SentSeat = {
  /** The friend's name and address as the sender typed them. */
  readonly name: string | null;
  readonly recipient: string | null;
  readonly at: Date;
  readonly family: Family;
  readonly typeName: string;
  /** The coming nights, soonest first; at least one. */
  readonly nights: readonly { readonly title: string; readonly date: Day; readonly time: WallTime | null }[];
};

/** The seats that this person sent and friends accepted, bought or received, as long as they have coming nights. */
export async function listSentSeats(
  { database }: Pick<Services, "database">,
  userId: Uuid,
): Promise<SentSeat[]> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<SentSeat>({
      name: "sent-seats",
      text: `SELECT s.name, s.recipient, s.at, l.family, y.type AS "typeName", n.nights
             FROM (SELECT DISTINCT ON (t.order_id, t.line_no, t.seat_no) t.order_id, t.line_no, t.seat_no, t.name, t.recipient, coalesce(t.ended_at, t.created_at) AS at
                   FROM transfers t WHERE t.from_id = $1 AND t.state = 'accepted' ORDER BY t.order_id, t.line_no, t.seat_no, t.created_at DESC) s
             JOIN order_lines l ON l.order_id = s.order_id AND l.no = s.line_no JOIN tickets y ON y.id = l.ticket_type_id
             JOIN LATERAL (
               SELECT json_agg(json_build_object('title', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI')) ORDER BY e.starts_at, p.id) AS nights, min(e.date) AS first
               FROM ticket_purchases p JOIN events e ON e.id = p.event_id
               WHERE (p.order_id, p.line_no, p.seat_no) = (s.order_id, s.line_no, s.seat_no) AND p.user_id <> $1 AND p.status = 'paid'
                 AND p.share_returned_at IS NULL AND e.cancelled_at IS NULL AND NOT ${isOver("e")}) n ON n.nights IS NOT NULL
             ORDER BY n.first, s.at`,
      values: [userId],
    });
    return rows;
  });
}
