import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { checkSaleBeforeEnd, refusedInTransaction } from "./after-end-queries.server.ts";
import type { EventForm } from "./event-form.ts";
import { insertEvent } from "./event-store.server.ts";
import type { NightParts, PartRefusal } from "./night-parts.server.ts";
import { saveNightParts } from "./night-parts-store.server.ts";

type Request = { readonly actor: Actor; readonly form: EventForm; readonly parts?: NightParts };

/**
 * Creates a night as a draft, with its counter of places (people), picture, types, and artists in order. Nobody
 * outside the office sees it before it is published (`publishEvent`).
 */
export async function createEvent(
  { database }: Pick<Services, "database">,
  { actor, form, parts = {} }: Request,
): Promise<Outcome<{ id: Uuid }, NotAllowed | PartRefusal>> {
  const id = newId();
  return database
    .withActor<Outcome<{ id: Uuid }, NotAllowed | PartRefusal>>(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "create-event"))) return refused(notAllowed);
      await insertEvent(sql, id, form);
      await saveNightParts(sql, { actor, night: { id, imageUrl: null }, parts });
      await checkSaleBeforeEnd(sql, [id]);
      await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: "created" });
      await faultPoint("event.written");
      return done({ id });
    })
    .catch(refusedInTransaction<PartRefusal>);
}
