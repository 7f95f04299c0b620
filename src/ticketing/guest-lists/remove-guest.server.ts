import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockListOf, takePlaces } from "./guest-list-store.server.ts";

export type RemoveGuestRefusal =
  | NotAllowed
  | typeof missing
  /** Somebody has come in on this name. */
  | { readonly reason: "entered" };

/** Removes a name and gives its places back. The gate locks the same row: only before anybody came in on it. */
export async function removeGuest(
  { database }: Pick<Services, "database">,
  { actor, eventId, guestId }: { readonly actor: Actor; readonly eventId: string; readonly guestId: string },
): Promise<Outcome<"removed", RemoveGuestRefusal>> {
  if (!isUuid(eventId) || !isUuid(guestId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "remove-guest"))) return refused(notAllowed);
    const { list } = (await lockListOf(sql, eventId, guestId)) ?? {};
    if (!list) return refused(missing);
    const removed = await sql.query<{ places: number }>(
      "UPDATE listed_guests SET removed_at = now() WHERE id = $1 AND removed_at IS NULL AND entered = 0 RETURNING places",
      [guestId],
    );
    const places = removed.rows[0]?.places;
    if (places === undefined) {
      const { rowCount } = await sql.query("SELECT FROM listed_guests WHERE id = $1 AND removed_at IS NULL", [
        guestId,
      ]);
      return refused(rowCount === 0 ? missing : { reason: "entered" });
    }
    await takePlaces(sql, eventId, list, -places);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "guest_removed",
      before: { places },
      after: { guest: guestId, list: list.id },
    });
    return done("removed");
  });
}
