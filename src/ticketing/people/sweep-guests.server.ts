import { inSeconds } from "#kernel/time.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

const perBatch = 500;

/**
 * Deletes expired sessions of guests, tries of networks older than an hour, and guests older than
 * `durations.idleGuest` who never had an order or ticket. A guest with an order stays, as every order does. Returns how
 * many guests were deleted.
 */
export async function sweepGuests({ database }: Pick<Services, "database">): Promise<number> {
  await database.identity.query("DELETE FROM guest_sessions WHERE expires_at < now()");
  await database.withDuty("settle", (sql) =>
    sql.query("DELETE FROM guest_tries WHERE at < now() - make_interval(secs => $1)", [inSeconds.hour]),
  );
  let deleted = 0;
  // one network alone makes more guests in an hour than a batch has
  for (let batch = perBatch; batch >= perBatch; deleted += batch)
    batch = await database.withDuty("settle", async (sql) => {
      const { rowCount } = await sql.query({
        name: "sweep-guests",
        text: `DELETE FROM profiles WHERE id IN (
                 SELECT id FROM profiles g WHERE is_guest AND created_at < now() - make_interval(secs => $1)
                   AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = g.id)
                   AND NOT EXISTS (SELECT FROM ticket_purchases p WHERE p.user_id = g.id)
                   AND NOT EXISTS (SELECT FROM transfers t WHERE t.to_id = g.id) AND NOT EXISTS (SELECT FROM transfers t WHERE t.from_id = g.id)
                 ORDER BY created_at LIMIT $2)`,
        values: [durations.idleGuest, perBatch],
      });
      return rowCount ?? 0;
    });
  return deleted;
}
