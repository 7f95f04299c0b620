import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { ContentKey } from "./content-keys.ts";
import { insertContent, journalContent } from "./content-store.server.ts";
import { firstContent } from "./site-content.ts";

/**
 * Writes hero, about and footer as they stand before anybody wrote them, where they are missing, once, whoever asks and
 * however often. Refuses whoever is no administrator. Answers the keys that were written.
 */
export async function createInitialContent(
  services: Pick<Services, "database">,
  { actor }: { actor: Actor },
): Promise<Outcome<readonly ContentKey[], { reason: "not_allowed" }>> {
  if (!mayDo(actor, "create-initial-content")) return refused({ reason: "not_allowed" });
  return services.database.withActor(actor, async (sql) => {
    const written: ContentKey[] = [];
    for (const [key, content] of Object.entries(firstContent) as [ContentKey, Record<string, unknown>][]) {
      const id = await insertContent(sql, actor, key, content);
      if (id === null) continue;
      await journalContent(sql, actor, { id, what: "content_created", before: null, after: content });
      written.push(key);
    }
    await faultPoint("content.created");
    return done(written);
  });
}
