import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { ContentKey } from "./content-keys.ts";
import { insertContent } from "./content-store.server.ts";
import { firstContent } from "./site-content.ts";

/** Writes missing default texts of hero, about and footer. Returns the keys that were written. Safe to repeat. */
export async function createInitialContent(
  services: Pick<Services, "database">,
  { actor }: { actor: Actor },
): Promise<Outcome<readonly ContentKey[], NotAllowed>> {
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "create-initial-content"))) return refused(notAllowed);
    const writtenKeys: ContentKey[] = [];
    for (const [key, after] of Object.entries(firstContent) as [ContentKey, Record<string, unknown>][]) {
      const subjectId = await insertContent(sql, actor, key, after);
      if (subjectId === null) continue;
      await recordChange(sql, actor, { subjectKind: "content", subjectId, what: "content_created", after });
      writtenKeys.push(key);
    }
    await faultPoint("content.created");
    return done(writtenKeys);
  });
}
