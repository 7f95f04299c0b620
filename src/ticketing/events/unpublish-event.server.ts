import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import type { WasOrdered } from "./publish-event.server.ts";
import { lockPublishing, writePublishAt } from "./publishing-store.server.ts";

/** Makes a night a draft again, if nobody ever ordered a ticket for it. It keeps its slug. */
export async function unpublishEvent(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<"draft", NotAllowed | typeof missing | WasOrdered>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "unpublish-event"))) return refused(notAllowed);
    const night = await lockPublishing(sql, id);
    if (!night) return refused(missing);
    if (night.publishAt === null) return done("draft");
    if (night.wasOrdered) return refused({ reason: "was_ordered" });
    await writePublishAt(sql, id, null);
    await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: "made_draft" });
    return done("draft");
  });
}
