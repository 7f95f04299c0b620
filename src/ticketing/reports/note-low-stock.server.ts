import { dayOf } from "#kernel/time.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";

/**
 * Stores which types on sale have few units left, with the time, and deletes types that have enough again or are no
 * longer on sale. It counts sold units, not held ones: an expired hold would repeat the notification. Resolves to how
 * many are new.
 */
export async function noteLowStock({ database, now }: Pick<Services, "database" | "now">): Promise<number> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ n: number }>({
      name: "note-low-stock",
      text: `WITH low AS (
               SELECT t.id FROM tickets t JOIN stock_counters c ON c.id = t.id
               WHERE t.is_visible AND t.archived_at IS NULL AND c.sold > 0 AND c.capacity - c.sold < $2
                 AND EXISTS (SELECT FROM event_tickets l JOIN events e ON e.id = l.event_id
                             WHERE l.ticket_id = t.id AND e.date >= $1 AND e.is_available AND e.cancelled_at IS NULL AND is_published(e.publish_at))),
             over AS (DELETE FROM low_stock WHERE ticket_type_id NOT IN (SELECT id FROM low)),
             noted AS (INSERT INTO low_stock (ticket_type_id) SELECT id FROM low ON CONFLICT DO NOTHING RETURNING ticket_type_id)
             SELECT count(*)::int AS n FROM noted`,
      values: [dayOf(now()), limits.fewTickets],
    });
    return rows[0]?.n ?? 0;
  });
}
