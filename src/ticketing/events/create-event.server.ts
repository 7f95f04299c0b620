import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notPermitted } from "./catalogue-refusals.ts";
import type { EventForm } from "./event-form.ts";
import { insertEvent } from "./event-store.server.ts";

/**
 * A new night with its counter of places (people) and its artists in their order. It can be bought as soon as a ticket
 * type admits to it.
 */
export async function createEvent(
  { database }: Pick<Services, "database">,
  { actor, form }: { readonly actor: Actor; readonly form: EventForm },
): Promise<Outcome<{ id: Uuid }, typeof notPermitted>> {
  const id = newId();
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "create-event"))) return refused(notPermitted);
    await insertEvent($client, id, form, { isAvailable: true, like: null });
    await recordChange($client, actor, { subjectKind: "event", subjectId: id, what: "created" });
    await faultPoint("event.written");
    return done({ id });
  });
}
