import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { type CatalogueRefusal, missing } from "./catalogue-refusals.ts";
import type { EventForm } from "./event-form.ts";
import { lockEvent, type StoredEvent, updateEvent } from "./event-store.server.ts";
import { type TypeBeforeNight, typeBeforeNight } from "./ticket-type-change.ts";
import { typesWithLastEntry } from "./ticket-type-store.server.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: EventForm;
};

/**
 * Saves a night if its version is still the one that was opened, so that no other save is overwritten. The capacity
 * counts people and never goes below what is sold and held; the counter is locked before it is compared. A night moves
 * only to an hour that leaves each of its types an hour of entry.
 */
export async function editEvent(
  { database }: Pick<Services, "database">,
  { actor, id, version, form }: Request,
): Promise<Outcome<"saved", CatalogueRefusal<StoredEvent> | TypeBeforeNight>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "edit-event"))) return refused(notAllowed);
    const counter = (await lockCounters(sql, [id])).get(id);
    const saved = counter && (await lockEvent(sql, id));
    if (!saved) return refused(missing);
    if (saved.version !== version) return refused({ reason: "changed_meanwhile", saved });
    const { sold, held } = counter;
    if (form.capacity < sold + held) return refused({ reason: "below_taken", sold, held });
    const changes = changedFields(saved, form);
    if (!changes) return done("saved");
    const moved = { date: form.date, doors: saved.doors, time: form.time };
    const isMoved = moved.date !== saved.date || moved.time !== saved.time;
    const unusable = isMoved ? typeBeforeNight(await typesWithLastEntry(sql, id), moved) : undefined;
    if (unusable) return refused(unusable);
    await updateEvent(sql, id, form);
    await faultPoint("event.saved");
    await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: "edited", ...changes });
    return done("saved");
  });
}
