import type { Day, WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isAhead, isOver } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";
import {
  type LetterCounts,
  letterCounts,
  lostDisputes,
  ordersWith,
  type RefundsPart,
  type SomeOrders,
} from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { findNightTickets, type NightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { shortBalance } from "#ticketing/orders/refunds/refund-decision.ts";

/** The end of a sale or voucher that was set as a fixed moment: it does not move with the night. */
export type FixedEnd = {
  readonly kind: "type" | "pass" | "phase" | "code";
  /** The id of the type or voucher. */
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  readonly isPast: boolean;
};

export type NightToMove = NightTickets & {
  readonly fixedEnds: readonly FixedEnd[];
  readonly doors: WallTime | null;
  readonly time: WallTime | null;
  readonly ends: WallTime | null;
  readonly location: string;
  readonly address: string | null;
  readonly directions: string | null;
  readonly isOver: boolean;
};

/** What moving a night would mean now; undefined for an unknown night. */
export async function findNightToMove(sql: Sql, eventId: string): Promise<NightToMove | undefined> {
  const night = await findNightTickets(sql, eventId);
  const { rows: fixedEnds } = await sql.query<FixedEnd>(
    `WITH own AS (SELECT t.* FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id WHERE l.event_id = $1 AND t.archived_at IS NULL)
     SELECT f.kind, f.id, f.name, f.at, f.at <= now() AS "isPast" FROM (
       SELECT CASE family WHEN 'season_pass' THEN 'pass' ELSE 'type' END AS kind, id, type AS name, sale_ends_at AS at FROM own
       UNION ALL SELECT 'phase', o.id, o.type || ' · ' || p.name, p.ends_at FROM own o JOIN price_phases p ON p.ticket_type_id = o.id WHERE p.ends_at > now()
       UNION ALL SELECT 'code', v.id, v.code, v.ends_at FROM vouchers v WHERE v.is_on AND v.ends_at > now()
         AND ($1 = ANY(v.event_ids) OR v.event_ids IS NULL AND v.ticket_type_ids && ARRAY(SELECT id FROM own))) f
     WHERE f.at IS NOT NULL ORDER BY f.at, f.name`,
    [eventId],
  );
  const { rows } = await sql.query<Omit<NightToMove, keyof NightTickets | "fixedEnds">>(
    `SELECT to_char(doors, 'HH24:MI') AS doors, to_char(time, 'HH24:MI') AS time, to_char(ends, 'HH24:MI') AS ends, location, address, directions, ${isOver("events")} AS "isOver"
     FROM events WHERE id = $1`,
    [eventId],
  );
  return night && rows[0] && { ...night, ...rows[0], fixedEnds };
}

/** The tickets that a moved night keeps from going back, whatever their buyers choose. */
export const usedOfMoved = "kept";

/** SQL: from when on the night of move `m` can be moved again. The second value is `betweenMoves`. */
export const movesAgainAt = "m.at + make_interval(secs => $2)";

export type LastMove = {
  readonly at: Date;
  /** From when on the night can be moved again; null once it can. */
  readonly againAt: Date | null;
  readonly reason: string;
  readonly fromDate: Day;
  readonly fromTime: WallTime | null;
  readonly letters: LetterCounts;
  /** How many orders were told. */
  readonly told: number;
  /** Orders that wait: disputed, under review, being paid, or waiting for their turn. */
  readonly ordersLeft: SomeOrders;
  /**
   * Orders whose buyers could not choose: a bank still had to decide about the payment when the doors opened, and has
   * not decided for the buyer. None of them is in `ordersLeft`, because no choice comes any more.
   */
  readonly undecided: SomeOrders;
  readonly lost: RefundsPart;
  /** What buyers gave back since the move, in bani. */
  readonly returned: RefundsPart;
  /** Waiting refunds that our balance at the provider is too small for. */
  readonly short: RefundsPart;
  /** Refunds that were given up because our balance at the provider is too small. */
  readonly failedShort: RefundsPart;
  /** When the last choice ends; null when nobody was told. */
  readonly choiceUntil: Date | null;
};

const shortRefunds = (state: string) =>
  `(SELECT json_build_object('n', count(*), 'amount', coalesce(sum(r.amount), 0)) FROM refunds r
        WHERE r.event_id = m.event_id AND r.created_at >= m.at AND ${state} AND r.last_error = $3)`;

/** SQL: order `o`, made before move `m`, has valid tickets for its night, and its people were not told. */
const isUntold = `o.created_at < m.at AND NOT EXISTS (SELECT FROM moved_orders d WHERE d.move_id = m.id AND d.order_id = o.id AND d.at < e.doors_at)
         AND EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id = m.event_id AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL)`;

/** SQL: a bank had to decide about order `o` when the doors of night `e` opened, and has not decided for the buyer. */
const wasAtBank =
  "EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.state <> 'lost' AND d.opened_at < e.doors_at AND e.doors_at <= coalesce(d.closed_at, now()))";

/** How far the last move of a night is; undefined when the night was not moved. */
export async function findLastMove(sql: Sql, eventId: string): Promise<LastMove | undefined> {
  const { rows } = await sql.query<LastMove>(
    `SELECT m.at, CASE WHEN ${movesAgainAt} > now() THEN ${movesAgainAt} END AS "againAt", m.reason, m.from_date::text AS "fromDate", to_char(m.from_time, 'HH24:MI') AS "fromTime",
       (SELECT ${letterCounts} FROM letters WHERE kind = 'night_moved' AND variables->>'move' = m.id::text) AS letters,
       (SELECT count(*)::int FROM moved_orders d WHERE d.move_id = m.id) AS told, (SELECT max(d.choice_until) FROM moved_orders d WHERE d.move_id = m.id) AS "choiceUntil",
       ${ordersWith(`${isUntold} AND ${isAhead("e")} AND NOT EXISTS (SELECT FROM moved_orders d WHERE d.move_id = m.id AND d.order_id = o.id) AND NOT ${wasAtBank}`)} AS "ordersLeft",
       ${ordersWith(`${isUntold} AND ${wasAtBank}`)} AS undecided,
       ${lostDisputes("m.event_id", "m.at")} AS lost,
       (SELECT json_build_object('n', count(DISTINCT r.order_id), 'amount', coalesce(sum(r.amount), 0)) FROM refunds r
        WHERE r.event_id = m.event_id AND r.created_at >= m.at AND r.state <> 'failed') AS returned,
       ${shortRefunds("r.state IN ('wanted', 'pending')")} AS short, ${shortRefunds("r.state = 'failed'")} AS "failedShort"
     FROM moves m JOIN events e ON e.id = m.event_id WHERE m.event_id = $1 ORDER BY m.at DESC LIMIT 1`,
    [eventId, durations.betweenMoves, shortBalance],
  );
  return rows[0];
}
