import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { mergeSaved } from "#ticketing/journal/merge-saved.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { moveStock } from "#ticketing/stock/move-stock.server.ts";
import { placesTaken } from "./guest-list.ts";
import type { GuestListForm } from "./guest-list-form.ts";
import { insertList, isListNameTaken, lockNightAndList, updateList } from "./guest-list-store.server.ts";

export type SaveGuestListRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "cancelled" | "over" | "name_taken" | "changed_meanwhile" }
  | { readonly reason: "night_full"; readonly left: number }
  /** The names on the list already take more places than this. */
  | { readonly reason: "below_named"; readonly named: number };

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  /** Null for a new list. */
  readonly listId: string | null;
  readonly form: GuestListForm;
  /** The values that the form was opened with, if it tells them. */
  readonly opened?: GuestListForm | null;
};

/**
 * Makes a guest list of a night, or changes its name and quota, merged with what others saved (`mergeSaved`). Resolves
 * to its id. A quota takes its places from the night at once, so that they cannot be sold.
 */
export async function saveGuestList(
  { database }: Pick<Services, "database">,
  { actor, eventId, listId, form: typed, opened }: Request,
): Promise<Outcome<string, SaveGuestListRefusal>> {
  if (!isUuid(eventId) || (listId !== null && !isUuid(listId))) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-guest-list"))) return refused(notAllowed);
    const locked = await lockNightAndList(sql, eventId, listId);
    if (!locked) return refused(missing);
    const { night, list } = locked;
    if (night.state !== "open") return refused({ reason: night.state });
    const form = list ? mergeSaved(opened, typed, { name: list.name, quota: list.quota }) : typed;
    if (!form) return refused({ reason: "changed_meanwhile" });
    if (await isListNameTaken(sql, { eventId, name: form.name, except: listId }))
      return refused({ reason: "name_taken" });
    const named = list?.named ?? 0;
    if (form.quota !== null && form.quota < named) return refused({ reason: "below_named", named });
    const addedPlaces = placesTaken({ quota: form.quota, named }) - (list ? placesTaken(list) : 0);
    if (addedPlaces > night.left) return refused({ reason: "night_full", left: night.left });
    const id = list?.id ?? (await insertList(sql, { eventId, ...form }));
    if (list) await updateList(sql, { id, ...form });
    await moveStock(sql, new Map([[eventId, { held: 0, sold: addedPlaces }]]));
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: list ? "guest_list_changed" : "guest_list_made",
      before: list && { places: list.quota },
      after: { places: form.quota, list: id },
    });
    return done(id);
  });
}
