import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { checkSaleBeforeEnd, refusedInTransaction } from "./after-end-queries.server.ts";
import { type CatalogueRefusal, missing } from "./catalogue-refusals.ts";
import type { EventForm } from "./event-form.ts";
import { lockEvent, type StoredEvent, updateEvent } from "./event-store.server.ts";
import type { NightParts, PartRefusal } from "./night-parts.server.ts";
import { saveNightParts } from "./night-parts-store.server.ts";
import { countersOfNightTypes } from "./night-types-store.server.ts";
import { typesWithLastEntry } from "./office-type-queries.server.ts";
import { findTypeBeforeNight, type TypeBeforeNight } from "./ticket-type-change.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: EventForm;
  readonly parts?: NightParts;
};

/** Somebody has a place, so only `moveNight` may change date and time. After a move people may choose. */
type HasToBeMoved = { readonly reason: "has_to_be_moved" };
type Refusal = CatalogueRefusal<StoredEvent> | PartRefusal | TypeBeforeNight | HasToBeMoved;

/**
 * Saves a night with its picture and types, all or nothing, if its version is still the one that was opened. Locks
 * all counters first; the capacity (people) never goes below what is sold and held. If anybody has a place, date and
 * time stay. Other hours must leave each type a last entry, and the sale may not begin after the end.
 */
export async function editEvent(
  { database }: Pick<Services, "database">,
  { actor, id, version, form, parts = {} }: Request,
): Promise<Outcome<"saved", Refusal>> {
  const { picture, types = [] } = parts;
  return database
    .withActor<Outcome<"saved", Refusal>>(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "edit-event"))) return refused(notAllowed);
      const counter = (await lockCounters(sql, [id, ...(await countersOfNightTypes(sql, types))])).get(id);
      const saved = counter && (await lockEvent(sql, id));
      if (!saved) return refused(missing);
      if (saved.version !== version) return refused({ reason: "changed_meanwhile", saved });
      const { sold, held } = counter;
      if (form.capacity < sold + held) return refused({ reason: "below_taken", sold, held });
      const pictureFields = picture && { imageUrl: picture.url, imagePosition: picture.position };
      const changes = changedFields(saved, { ...form, ...pictureFields });
      const doors = form.doors === undefined ? saved.doors : form.doors;
      const newHours = { date: form.date, doors, time: form.time };
      const hasNewHour = newHours.date !== saved.date || newHours.time !== saved.time;
      if (hasNewHour && sold + held > 0) return refused({ reason: "has_to_be_moved" });
      const typeRefusal =
        hasNewHour || doors !== saved.doors
          ? findTypeBeforeNight(await typesWithLastEntry(sql, id), newHours)
          : undefined;
      if (typeRefusal) return refused(typeRefusal);
      if (changes) {
        await updateEvent(sql, id, form);
        await faultPoint("event.saved");
        await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: "edited", ...changes });
      }
      await saveNightParts(sql, { actor, night: saved, parts });
      await checkSaleBeforeEnd(sql, [id]);
      return done("saved");
    })
    .catch(refusedInTransaction<PartRefusal>);
}
