import type { Services } from "#platform/services.ts";
import { fewestUnheld, pricedNow } from "#ticketing/events/sale-state-queries.server.ts";
import { limits } from "#ticketing/limits.ts";

/**
 * Stores which types on sale have few tickets left, and since when. Deletes types that have enough again or are off
 * sale. It counts sold units, not held ones: an expired hold would repeat the notification. Resolves to how many are
 * new.
 */
export async function noteLowStock({ database }: Pick<Services, "database">): Promise<number> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ n: number }>({
      name: "note-low-stock",
      text: `WITH low AS (
               SELECT t.id FROM tickets t JOIN stock_counters c ON c.id = t.id ${pricedNow}
               WHERE t.is_visible AND t.archived_at IS NULL AND c.sold > 0 AND ${fewestUnheld} < $1),
             over AS (DELETE FROM low_stock WHERE ticket_type_id NOT IN (SELECT id FROM low)),
             noted AS (INSERT INTO low_stock (ticket_type_id) SELECT id FROM low ON CONFLICT DO NOTHING RETURNING ticket_type_id)
             SELECT count(*)::int AS n FROM noted`,
      values: [limits.fewTickets],
    });
    return rows[0]?.n ?? 0;
  });
}
