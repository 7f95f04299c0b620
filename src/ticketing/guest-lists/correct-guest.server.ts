import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { mergeSaved } from "#ticketing/journal/merge-saved.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { GuestCorrection } from "./guest-list-form.ts";
import { findShortage, lockListOf, sendPlaceCode, takePlaces } from "./guest-list-store.server.ts";

export type CorrectGuestRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "cancelled" | "over" | "changed_meanwhile" }
  /** More people have already come in on this name. */
  | { readonly reason: "below_entered"; readonly entered: number }
  | { readonly reason: "list_full" | "night_full"; readonly left: number };

/**
 * Changes how many people come in on a name, and the name's note, merged with what others saved meanwhile
 * (`mergeSaved`). The counters follow. When an email address is given, the name's QR code is sent there, once.
 */
export async function correctGuest(
  { database }: Pick<Services, "database">,
  request: {
    readonly actor: Actor;
    readonly eventId: string;
    readonly guestId: string;
    readonly form: GuestCorrection;
    /** The values that the form was opened with, if it tells them. */
    readonly opened?: GuestCorrection | null;
    /** The email address that the name's code is sent to now. */
    readonly email?: string | null;
  },
): Promise<Outcome<"corrected" | "sent" | "sent_before", CorrectGuestRefusal>> {
  const { actor, eventId, guestId } = request;
  if (!isUuid(eventId) || !isUuid(guestId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "correct-guest"))) return refused(notAllowed);
    const { night, list } = (await lockListOf(sql, eventId, guestId)) ?? {};
    if (!night || !list) return refused(missing);
    if (night.state !== "open") return refused({ reason: night.state });
    // the gate locks the same row, so nobody comes in between this reading and the change
    const guests = await sql.query<GuestCorrection & { entered: number }>(
      "SELECT places, note, entered FROM listed_guests WHERE id = $1 AND removed_at IS NULL AND name IS NOT NULL FOR UPDATE",
      [guestId],
    );
    const guest = guests.rows[0];
    if (!guest) return refused(missing);
    const { places, note } = guest;
    const form = mergeSaved(request.opened, request.form, { places, note });
    if (!form) return refused({ reason: "changed_meanwhile" });
    if (form.places < guest.entered) return refused({ reason: "below_entered", entered: guest.entered });
    const addedPlaces = form.places - places;
    const shortage = findShortage(night, list, addedPlaces);
    if (shortage) return refused(shortage);
    await sql.query("UPDATE listed_guests SET places = $2, note = $3 WHERE id = $1", [
      guestId,
      form.places,
      form.note,
    ]);
    await takePlaces(sql, eventId, list, addedPlaces);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "guest_corrected",
      before: { places },
      after: { guest: guestId, places: form.places, list: list.id },
    });
    if (!request.email) return done("corrected");
    return done((await sendPlaceCode(sql, guestId, request.email)) ? "sent" : "sent_before");
  });
}
