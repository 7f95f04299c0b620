import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { lockPublishing, writePublishAt } from "./publishing-store.server.ts";

/** Somebody ordered a ticket for the night, so its page stays public. */
export type WasOrdered = { readonly reason: "was_ordered" };

type Refusal =
  | NotAllowed
  | typeof missing
  | WasOrdered
  | { readonly reason: "in_the_past" | "after_end" | "over" };

/**
 * Makes a night public now or at a coming hour. Until that hour it is as invisible as a draft, and no job has to run
 * then. A published night may be scheduled anew while nobody has ordered. The version does not change, so a form that
 * is open meanwhile can still be saved.
 */
export async function publishEvent(
  { database }: Pick<Services, "database">,
  { actor, id, at }: { readonly actor: Actor; readonly id: string; readonly at: Date | "now" },
): Promise<Outcome<"published" | "scheduled", Refusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "publish-event"))) return refused(notAllowed);
    const night = await lockPublishing(sql, id);
    if (!night) return refused(missing);
    const newState = at === "now" ? "published" : "scheduled";
    if (night.isPublished && at === "now") return done(newState);
    if (night.isPublished && night.wasOrdered) return refused({ reason: "was_ordered" });
    if (night.isOver && at === "now") return refused({ reason: "over" });
    if (at !== "now" && at >= night.endsAt) return refused({ reason: "after_end" });
    if (!(await writePublishAt(sql, id, at))) return refused({ reason: "in_the_past" });
    await faultPoint("event.published");
    const changes = at === "now" ? {} : changedFields({ publishAt: night.publishAt }, { publishAt: at });
    if (changes)
      await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: newState, ...changes });
    return done(newState);
  });
}
