import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import {
  findShortage,
  findUnlistedGuests,
  insertGuests,
  lockNightAndList,
  takePlaces,
} from "./guest-list-store.server.ts";
import type { NewListedGuest } from "./guest-rows.ts";

export type AddGuestsRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "cancelled" | "over" }
  /** The list, or the night, has fewer places left than the new names take. */
  | ({ readonly reason: "list_full" | "night_full"; readonly left: number } & Shortage);

/** The places that new names take, and the first guest who does not fit. */
export type Shortage = { readonly requestedPlaces: number; readonly first: NewListedGuest };

export type AddedGuests = {
  /** The number of new names. */
  readonly names: number;
  /** The number of places that the new names take. */
  readonly places: number;
  /** How many names were already on a list of the night. They were not changed. */
  readonly known: number;
};

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  readonly listId: string;
  readonly guests: readonly NewListedGuest[];
  /** Adds nobody, and only returns what adding the names would return now. */
  readonly isDryRun?: true;
};

/**
 * Puts names on a guest list, all or none. A name that is on a list of the night already, in any case and diacritics,
 * stays as it is, so that a repeated request adds nobody twice. The places of the names come out of the list's quota;
 * without a quota, out of the night's places. A guest with an email address gets the QR code by email.
 */
export async function addGuests(
  { database }: Pick<Services, "database">,
  { actor, eventId, listId, guests, isDryRun }: Request,
): Promise<Outcome<AddedGuests, AddGuestsRefusal>> {
  if (!isUuid(eventId) || !isUuid(listId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "add-guests"))) return refused(notAllowed);
    const { night, list } = (await lockNightAndList(sql, eventId, listId)) ?? {};
    if (!night || !list) return refused(missing);
    if (night.state !== "open") return refused({ reason: night.state });
    const added = await findUnlistedGuests(sql, eventId, guests);
    const places = added.reduce((n, guest) => n + guest.places, 0);
    const shortage = findShortage(night, list, places);
    if (shortage) {
      let placesLeft = shortage.left;
      const first = added.find((guest) => {
        placesLeft -= guest.places;
        return placesLeft < 0;
      });
      if (first) return refused({ ...shortage, requestedPlaces: places, first });
    }
    const answer = done({ names: added.length, places, known: guests.length - added.length });
    if (isDryRun) return answer;
    const [guest] = await insertGuests(sql, { eventId, listId, addedBy: actor.userId }, added);
    await takePlaces(sql, eventId, list, places);
    if (added.length > 0)
      await recordChange(sql, actor, {
        subjectKind: "event",
        subjectId: eventId,
        what: "guests_added",
        after: { ...(added.length === 1 ? { guest } : { names: added.length }), places, list: listId },
      });
    return answer;
  });
}
