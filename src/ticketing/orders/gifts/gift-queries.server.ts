import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { byStart, isAhead } from "#ticketing/events/night-time.ts";

export type Gift = {
  readonly ticketTypeId: string;
  /** The night, for a type that admits to one; null for passes and early birds, which admit to all their nights. */
  readonly eventId: string | null;
  readonly title: string;
  /** How many running and coming nights it admits to, and the first of them. */
  readonly nights: number;
  readonly firstTitle: string;
  readonly firstDate: Day;
};

/** Tickets that can be given away: types that admit, not archived, for each of their published nights to come. */
export async function listGifts(sql: Sql): Promise<Gift[]> {
  const { rows } = await sql.query<Gift>(
    `SELECT t.id AS "ticketTypeId", CASE WHEN t.family = 'ordinary' THEN e.id END AS "eventId", t.type AS title,
       count(*)::int AS nights, (array_agg(e.title ORDER BY ${byStart("e")}))[1] AS "firstTitle", min(e.date)::text AS "firstDate"
     FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id
     WHERE t.archived_at IS NULL AND t.admits AND ${isAhead("e")} AND e.cancelled_at IS NULL AND is_published(e.publish_at)
     GROUP BY 1, 2, 3 ORDER BY t.family = 'ordinary', 6, 3, 1`,
  );
  return rows;
}
