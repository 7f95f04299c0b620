import type { Sql } from "#platform/database/database.server.ts";

export type Gift = {
  readonly ticketTypeId: string;
  /** The night, where the type admits to one; null for passes and early birds, which admit to all of theirs. */
  readonly eventId: string | null;
  readonly title: string;
  readonly eventTitle: string | null;
  readonly date: string | null;
};

/** What can be given away: every type that is not archived, for each night it may be used on from today. */
export async function listGifts(sql: Sql, today: string): Promise<Gift[]> {
  const { rows } = await sql.$client.query(
    `SELECT t.id AS "ticketTypeId", CASE WHEN t.family = 'ordinary' THEN e.id END AS "eventId", t.type AS title,
       CASE WHEN t.family = 'ordinary' THEN e.title END AS "eventTitle", CASE WHEN t.family = 'ordinary' THEN e.date::text END AS date
     FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id
     WHERE t.archived_at IS NULL AND e.date >= $1 AND e.cancelled_at IS NULL
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 5 NULLS FIRST, 3, 1`,
    [today],
  );
  return rows;
}
