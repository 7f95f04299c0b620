import { newId } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { NightOfSeat } from "#ticketing/orders/split-seat.ts";
import type { NightToSend } from "./transfer.ts";

/** Identifies a seat of an order. */
export type SeatId = { readonly orderId: string; readonly lineNo: number; readonly seatNo: number };

/** One night of a locked seat. `now` is the database's clock. */
export type LockedNight = NightToSend &
  NightOfSeat & {
    readonly id: string;
    readonly eventId: string;
    readonly userId: string;
    /** The holder's address. */
    readonly email: string | null;
    readonly label: string;
    readonly isOver: boolean;
    readonly now: Date;
  };

/** The seat of a ticket; undefined when the ticket does not exist. */
export async function seatOfPurchase(sql: Sql, purchaseId: string): Promise<SeatId | undefined> {
  const { rows } = await sql.query<SeatId>({
    name: "seat-of-purchase",
    text: `SELECT order_id AS "orderId", line_no AS "lineNo", seat_no AS "seatNo" FROM ticket_purchases WHERE id = $1`,
    values: [purchaseId],
  });
  return rows[0];
}

/** A seat's rows on all its nights, by date. Locks them, because the gate locks the row that it admits. */
export async function lockNightsOfSeat(sql: Sql, seat: SeatId): Promise<LockedNight[]> {
  const { rows } = await sql.query<LockedNight>({
    name: "lock-seat",
    text: `SELECT p.id, p.event_id AS "eventId", p.user_id AS "userId", b.contact AS email, p.ticket_code AS label, ${isOver("e")} AS "isOver", e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time,
             e.cancelled_at IS NOT NULL AS "isCancelled", p.status, p.suspended, p.quantity, p.units, p.places, p.total_price::float8 AS price, p.share::float8 AS share,
             p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesRemaining", now() AS now
           FROM ticket_purchases p JOIN events e ON e.id = p.event_id JOIN profiles b ON b.id = p.user_id
           WHERE (p.order_id, p.line_no, p.seat_no) = ($1, $2, $3) ORDER BY e.starts_at, p.id FOR UPDATE OF p`,
    values: [seat.orderId, seat.lineNo, seat.seatNo],
  });
  return rows;
}

export type Transfer = SeatId & {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string | null;
  readonly name: string | null;
  readonly recipient: string | null;
  readonly state: "waiting" | "accepted" | "taken_back" | "ended";
};

const columns = `t.id, t.order_id AS "orderId", t.line_no AS "lineNo", t.seat_no AS "seatNo", t.from_id AS "fromId", t.to_id AS "toId", t.name, t.recipient, t.state`;

/** The transfer with this link secret; undefined if there is none. */
export async function transferOfSecret(sql: Sql, secret: string): Promise<Transfer | undefined> {
  if (!isTokenShaped(secret)) return undefined;
  const { rows } = await sql.query<Transfer>({
    name: "transfer-of-secret",
    text: `SELECT ${columns} FROM transfers t WHERE t.secret_hash = $1`,
    values: [hashOfToken(secret)],
  });
  return rows[0];
}

/** The waiting transfer of a seat, and how often it changed hands. The caller has locked the order. */
export async function transfersOfSeat(
  sql: Sql,
  seat: SeatId,
): Promise<{ waiting: Transfer | undefined; sent: number }> {
  const { rows } = await sql.query<Transfer>({
    name: "transfers-of-seat",
    text: `SELECT ${columns} FROM transfers t WHERE (t.order_id, t.line_no, t.seat_no) = ($1, $2, $3) AND t.state IN ('waiting', 'accepted')`,
    values: [seat.orderId, seat.lineNo, seat.seatNo],
  });
  return {
    waiting: rows.find(({ state }) => state === "waiting"),
    sent: rows.filter(({ state }) => state === "accepted").length,
  };
}

/** Ends a waiting transfer of a locked order, taken back by the sender or declined; its link stops working. */
export async function endTransfer(sql: Sql, transferId: string, as: "taken_back" | "ended"): Promise<void> {
  await sql.query({
    name: "end-transfer",
    text: "UPDATE transfers SET state = $2, ended_at = now() WHERE id = $1",
    values: [transferId, as],
  });
}

/**
 * Ends waiting transfers of the order's seats that are not valid or are suspended. The caller has locked the order.
 */
export async function endTransfersOfInvalid(sql: Sql, orderId: string): Promise<void> {
  await sql.query({
    name: "end-transfers",
    text: `UPDATE transfers t SET state = 'ended', ended_at = now() FROM ticket_purchases p
           WHERE t.order_id = $1 AND t.state = 'waiting' AND (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no)
             AND (p.status <> 'paid' OR p.suspended IS NOT NULL)`,
    values: [orderId],
  });
}

/**
 * Emails each person who received one of these valid tickets, or any of the order's (null), that it ends; with
 * `about`, another email about the night, which also tells when all tickets of the person are among `keptIds`. Each
 * ticket causes one such email at most. The buyer is not told here: another email tells about the money.
 */
export async function tellHoldersOfEnd(
  sql: Sql,
  orderId: string,
  codeIds: readonly string[] | null,
  about?: Pick<NewLetter, "kind" | "variables"> & { readonly keptIds?: readonly string[] },
): Promise<void> {
  const holders = await friendsWith(sql, orderId, codeIds, about?.keptIds);
  await enqueueLetters(
    sql,
    holders.map(({ userId, recipient, purchaseId, codes, kept }) => ({
      dedupeKey: `ended:${purchaseId}`,
      recipient,
      userId,
      purchaseId,
      ...(about
        ? { kind: about.kind, variables: { ...about.variables, codes, kept } }
        : { kind: "ticket_ended", variables: { purchase: purchaseId, codes } }),
    })),
  );
}

/** Emails each person who received one of these valid tickets that a dispute shuts it out, or does so no more. */
export async function tellHoldersOfDispute(
  sql: Sql,
  orderId: string,
  codeIds: readonly string[],
  turn: "disputed" | "resumed",
): Promise<void> {
  const holders = await friendsWith(sql, orderId, codeIds);
  await enqueueLetters(
    sql,
    holders.map(({ userId, recipient, purchaseId }) => ({
      kind: "ticket_ended",
      dedupeKey: `${turn}:${newId()}`,
      recipient,
      userId,
      purchaseId,
      variables: { purchase: purchaseId, turn },
    })),
  );
}

type Friend = { userId: string; recipient: string; purchaseId: string; codes: string[]; kept: boolean };

/** Each person but the buyer who holds one of these valid tickets, or any of the order's (null), with the first one. */
async function friendsWith(
  sql: Sql,
  orderId: string,
  codeIds: readonly string[] | null,
  keptIds: readonly string[] = [],
): Promise<Friend[]> {
  const { rows } = await sql.query<Friend>({
    name: "holders-of-ending",
    text: `SELECT DISTINCT ON (p.user_id) p.user_id AS "userId", b.contact AS recipient, p.id AS "purchaseId", array_agg(p.id) OVER (PARTITION BY p.user_id) AS codes, bool_and(p.id = ANY($3)) OVER (PARTITION BY p.user_id) AS kept
           FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = p.user_id JOIN events e ON e.id = p.event_id
           WHERE p.order_id = $1 AND p.status = 'paid' AND p.user_id <> o.user_id AND b.contact IS NOT NULL AND ($2::uuid[] IS NULL OR p.id = ANY($2))
           ORDER BY p.user_id, e.date, p.id`,
    values: [orderId, codeIds, keptIds],
  });
  return rows;
}

/** Counts this sender's ticket emails of the last day. Holds a lock, so that two at once cannot pass the limit. */
export async function countTicketEmails(sql: Sql, senderId: string): Promise<number> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`ticket emails ${senderId}`]);
  const { rows } = await sql.query<{ n: number }>({
    name: "ticket-emails-of-day",
    text: "SELECT count(*)::int AS n FROM transfers WHERE from_id = $1 AND by = 'email' AND created_at > now() - make_interval(secs => $2)",
    values: [senderId, inSeconds.day],
  });
  return only(rows).n;
}

/** Counts this sender's links to a seat of the last day. The caller has locked the order. */
export async function countTicketLinks(sql: Sql, senderId: string, seat: SeatId): Promise<number> {
  const { rows } = await sql.query<{ n: number }>({
    name: "ticket-links-of-day",
    text: `SELECT count(*)::int AS n FROM transfers WHERE (order_id, line_no, seat_no) = ($1, $2, $3) AND from_id = $4 AND by = 'link'
             AND created_at > now() - make_interval(secs => $5)`,
    values: [seat.orderId, seat.lineNo, seat.seatNo, senderId, inSeconds.day],
  });
  return only(rows).n;
}
