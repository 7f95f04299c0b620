import type { Sql } from "#platform/database/sql.ts";

export type Gift = {
  readonly ticketTypeId: string;
  /** The night, for types that admit to one; null for passes and early birds, which admit to all of their nights. */
  readonly eventId: string | null;
  readonly title: string;
  readonly eventTitle: string | null;
  readonly date: string | null;
};

/** The tickets that can be given away: every type that admits and is not archived, for each of its published nights from today on. */
export async function listGifts(sql: Sql, today: string): Promise<Gift[]> {
  const { rows } = await sql.query<Gift>(
    `SELECT t.id AS "ticketTypeId", CASE WHEN t.family = 'ordinary' THEN e.id END AS "eventId", t.type AS title,
       CASE WHEN t.family = 'ordinary' THEN e.title END AS "eventTitle", CASE WHEN t.family = 'ordinary' THEN e.date::text END AS date
     FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id
     WHERE t.archived_at IS NULL AND t.admits AND e.date >= $1 AND e.cancelled_at IS NULL AND is_published(e.publish_at)
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 5 NULLS FIRST, 3, 1`,
    [today],
  );
  return rows;
}
