import type { Services } from "#platform/services.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";

/** Deletes names, notes and addresses of guest lists `durations.namesOfNight` after their night. Safe to repeat. */
export async function forgetGuests({ database }: Pick<Services, "database">): Promise<void> {
  await database.withDuty("settle", (sql) =>
    sql.query({
      name: "forget-guests",
      text: `UPDATE listed_guests g SET name = NULL, note = NULL, email = NULL FROM events e
             WHERE e.id = g.event_id AND (g.name IS NOT NULL OR g.note IS NOT NULL OR g.email IS NOT NULL)
               AND ${isOverBy("e", "$1")}`,
      values: [durations.namesOfNight],
    }),
  );
}
