import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { type CatalogueRefusal, missing, notPermitted } from "./catalogue-refusals.ts";
import type { EventForm } from "./event-form.ts";
import { lockEvent, type StoredEvent, updateEvent } from "./event-store.server.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: EventForm;
};

/**
 * Saves a night over the version that was opened, and no other: who saved meanwhile is not written over. The capacity
 * counts people and never goes below those who bought or are paying; the counter is locked before it is compared.
 */
export async function editEvent(
  { database }: Pick<Services, "database">,
  { actor, id, version, form }: Request,
): Promise<Outcome<"saved", CatalogueRefusal<StoredEvent>>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "edit-event"))) return refused(notPermitted);
    const counter = (await lockCounters($client, [id])).get(id);
    const saved = counter && (await lockEvent($client, id));
    if (!saved) return refused(missing);
    if (saved.version !== version) return refused({ reason: "changed_meanwhile", saved });
    const { sold, held } = counter;
    if (form.capacity < sold + held) return refused({ reason: "below_taken", sold, held });
    const changes = changedFields(saved, form);
    if (!changes) return done("saved");
    await updateEvent($client, id, form);
    await faultPoint("event.saved");
    await recordChange($client, actor, { subjectKind: "event", subjectId: id, what: "edited", ...changes });
    return done("saved");
  });
}
