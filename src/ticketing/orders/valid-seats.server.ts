import type { Sql } from "#platform/database/sql.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { addMoves, type Move } from "#ticketing/stock/stock.ts";
import type { RefundableSeat } from "./refunds/refund-plan.ts";
import { shareOfNight } from "./share-of-night.ts";

/** A valid seat with its tickets, one for each night. Prices in bani. */
export type ValidSeat = RefundableSeat & {
  readonly ticketTypeId: string;
  readonly poolId: string | null;
  readonly codeIds: readonly string[];
  readonly eventIds: readonly string[];
  /** The ticket that carries the seat's price. */
  readonly bearerId: string;
  /** What was paid for the seat at its issue. */
  readonly paid: number;
  /** The seat's tickets, in the order of `codeIds`. */
  readonly codes: readonly TicketOfSeat[];
};

export type TicketOfSeat = {
  readonly id: string;
  readonly eventId: string;
  /** The person who holds the ticket. */
  readonly userId: string;
  /** What goes back for this night, in bani (`shareOfNight`). */
  readonly share: number;
  readonly usedEntries: number;
  /** Whether none of the seat's price was for this night: it was linked to the pass later. */
  readonly isFree: boolean;
  readonly isCancelled: boolean;
  readonly isOver: boolean;
  /** Whether the night's share was refunded; then the ticket admits nobody. */
  readonly isShareReturned: boolean;
};

/**
 * The valid seats of a locked order, by line. Locks their tickets too, so that unused entries stay unused until the
 * commit. In an order from before seats existed, the only seat has the order's id.
 */
export async function lockSeats(sql: Sql, orderId: string): Promise<ValidSeat[]> {
  const { rows } = await sql.query<ValidSeat>({
    name: "lock-seats",
    text: `WITH codes AS (SELECT * FROM ticket_purchases WHERE order_id = $1 AND status = 'paid' ORDER BY id FOR UPDATE)
           SELECT coalesce((array_agg(c.bundle_id) FILTER (WHERE c.bundle_id IS NOT NULL))[1], $1::uuid) AS id, c.line_no AS "lineNo", max(c.unit_no) AS "unitNo",
             l.ticket_type_id AS "ticketTypeId", l.pool_id AS "poolId", array_agg(c.id) AS "codeIds", array_agg(c.event_id) AS "eventIds",
             json_agg(json_build_object('id', c.id, 'eventId', c.event_id, 'userId', c.user_id, 'share', (${shareOfNight("c")})::float8, 'usedEntries', c.entries_total - c.entries_remaining,
               'isShareReturned', c.share_returned_at IS NOT NULL, 'isFree', coalesce(c.share = 0, false), 'isCancelled', e.cancelled_at IS NOT NULL, 'isOver', ${isOver("e")})) AS codes,
             (array_agg(c.id ORDER BY c.total_price DESC, c.units DESC, c.id))[1] AS "bearerId",
             sum(c.units)::int AS tickets, max(c.places) AS places, sum(c.total_price)::float8 AS price, coalesce(sum(c.share), l.total)::float8 AS paid,
             min(c.entries_remaining) AS "unusedEntries", sum(c.entries_total - c.entries_remaining)::int AS "usedEntries"
           FROM codes c JOIN order_lines l ON l.order_id = $1 AND l.no = c.line_no JOIN events e ON e.id = c.event_id
           GROUP BY c.line_no, c.seat_no, l.ticket_type_id, l.pool_id, l.total ORDER BY c.line_no, c.seat_no`,
    values: [orderId],
  });
  return rows;
}

/** What the counters get back when these seats end. A price phase gets nothing back. */
export function movesOfSeats(seats: readonly ValidSeat[]): Map<string, Move> {
  const moves = new Map<string, Move>();
  for (const { ticketTypeId, poolId, tickets, eventIds, places } of seats) {
    const takes = new Map(eventIds.map((id) => [id, places]));
    if (poolId) takes.set(poolId, places);
    addMoves(moves, takes.set(ticketTypeId, tickets), { held: 0, sold: -1 });
  }
  return moves;
}
