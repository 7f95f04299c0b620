import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { lengths } from "#ticketing/limits.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { pictures } from "./picture-tables.server.ts";

/**
 * Sets the alternative text of a stored picture (at most `lengths.altText` characters are kept), and whether the
 * title is painted on it. Refused for an address that is no stored picture.
 */
export async function describePicture(
  services: Pick<Services, "database">,
  { actor, url, altText, hasTitle }: { actor: Actor; url: string; altText: string; hasTitle: boolean },
): Promise<Outcome<void, { reason: "not_allowed" | "unknown_picture" }>> {
  return services.database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "describe-picture"))) return refused(notAllowed);
    const { rowCount } = await builder(sql)
      .update(pictures)
      .set({ altText: altText.trim().slice(0, lengths.altText), hasTitle })
      .where(eq(pictures.url, url));
    return rowCount === 1 ? done(undefined) : refused({ reason: "unknown_picture" });
  });
}
