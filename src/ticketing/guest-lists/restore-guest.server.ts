import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { moveStock } from "#ticketing/stock/move-stock.server.ts";
import { lacksPlaces, lockNightAndList, notYetListed } from "./guest-list-store.server.ts";

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
    const find = async () => {
      const { rows } = await sql.query<{ listId: string; name: string; places: number }>(
        `SELECT list_id AS "listId", name, places FROM listed_guests
         WHERE id = $1 AND event_id = $2 AND removed_at IS NOT NULL AND name IS NOT NULL`,
        [guestId, eventId],
      );
      return rows[0];
    };
    const found = await find();
    const { night, list } = (found && (await lockNightAndList(sql, eventId, found.listId))) ?? {};
    // read again under the lock, so that a second click finds it restored
    const removed = night && list && (await find());
    if (!removed) return refused(missing);
    if (night.state !== "open") return refused({ reason: night.state });
    const { name, places } = removed;
    if ((await notYetListed(sql, eventId, [{ name, places, note: null }])).length === 0)
      return refused({ reason: "listed" });
    const lacking = lacksPlaces(night, list, places);
    if (lacking) return refused(lacking);
    await sql.query("UPDATE listed_guests SET removed_at = NULL WHERE id = $1", [guestId]);
    await moveStock(
      sql,
      new Map([
        [list.id, { held: 0, sold: places }],
        [eventId, { held: 0, sold: list.quota === null ? places : 0 }],
      ]),
    );
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "guest_restored",
      after: { places },
    });
    return done({ name });
  });
}
