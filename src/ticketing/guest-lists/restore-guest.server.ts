import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { findShortage, findUnlistedGuests, lockListOf, takePlaces } from "./guest-list-store.server.ts";

export type RestoreGuestRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "cancelled" | "over" }
  /** The name was added again meanwhile. */
  | { readonly reason: "listed" }
  | { readonly reason: "list_full" | "night_full"; readonly left: number };

/** Puts a removed name back on its list with its places and its note, if the places are still free. */
export async function restoreGuest(
  { database }: Pick<Services, "database">,
  { actor, eventId, guestId }: { readonly actor: Actor; readonly eventId: string; readonly guestId: string },
): Promise<Outcome<{ readonly name: string }, RestoreGuestRefusal>> {
  if (!isUuid(eventId) || !isUuid(guestId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "restore-guest"))) return refused(notAllowed);
    const { night, list } = (await lockListOf(sql, eventId, guestId, true)) ?? {};
    if (!night || !list) return refused(missing);
    // read under the lock, so that a second click finds it restored
    const { rows } = await sql.query<{ name: string; places: number }>(
      "SELECT name, places FROM listed_guests WHERE id = $1 AND removed_at IS NOT NULL AND name IS NOT NULL",
      [guestId],
    );
    const [removed] = rows;
    if (!removed) return refused(missing);
    if (night.state !== "open") return refused({ reason: night.state });
    const { name, places } = removed;
    if ((await findUnlistedGuests(sql, eventId, [{ name, places, note: null }])).length === 0)
      return refused({ reason: "listed" });
    const shortage = findShortage(night, list, places);
    if (shortage) return refused(shortage);
    await sql.query("UPDATE listed_guests SET removed_at = NULL WHERE id = $1", [guestId]);
    await takePlaces(sql, eventId, list, places);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "guest_restored",
      after: { guest: guestId, places, list: list.id },
    });
    return done({ name });
  });
}
