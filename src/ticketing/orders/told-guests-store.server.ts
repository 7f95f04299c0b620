import type { Database } from "#platform/database/database.server.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";

/** SQL for each kind of change: the last one of each night, and whether the night is cancelled after it. */
const changes = {
  night_cancelled: "SELECT event_id AS id, event_id, at, true AS is_cancelled FROM cancellations",
  night_moved:
    "SELECT DISTINCT ON (event_id) id, event_id, at, false AS is_cancelled FROM moves ORDER BY event_id, at DESC",
} as const;

/**
 * Queues an email to each guest of a list who got a code by email, when the night was cancelled or moved after the
 * name was put on the list; once for each change. Nobody is told of a night that is over. Safe in several processes
 * and to repeat.
 */
export async function tellListedGuests(database: Database, kind: keyof typeof changes): Promise<void> {
  await database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ key: string; change: string; guest: string; recipient: string }>({
      name: `listed-guests-${kind}`,
      text: `SELECT k.key, c.id AS change, g.id AS guest, g.email AS recipient
             FROM (${changes[kind]}) c JOIN events e ON e.id = c.event_id AND (e.cancelled_at IS NOT NULL) = c.is_cancelled
               JOIN listed_guests g ON g.event_id = c.event_id AND g.removed_at IS NULL AND g.name IS NOT NULL AND g.email IS NOT NULL AND g.added_at < c.at
               CROSS JOIN LATERAL (SELECT '${kind}:' || c.id || ':' || g.id AS key) k
             WHERE NOT ${isOver("e")} AND NOT EXISTS (SELECT FROM letters l WHERE l.dedupe_key = k.key)`,
    });
    await enqueueLetters(
      sql,
      rows.map(({ key, change, guest, recipient }) => ({
        kind,
        dedupeKey: key,
        recipient,
        variables: { [kind === "night_moved" ? "move" : "event"]: change, guest },
      })),
    );
  });
}
