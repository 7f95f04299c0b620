import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";

/**
 * Writes what a stored picture shows, for those who do not see it (at most 300 characters are kept). Refuses whoever is
 * no administrator, and an address that is no picture of ours.
 */
export async function describePicture(
  services: Pick<Services, "database">,
  { actor, url, altText }: { actor: Actor; url: string; altText: string },
): Promise<Outcome<void, { reason: "not_allowed" | "unknown_picture" }>> {
  if (!mayDo(actor, "describe-picture")) return refused({ reason: "not_allowed" });
  const { rowCount } = await services.database.withActor(actor, (sql) =>
    sql.$client.query("UPDATE pictures SET alt_text = $2 WHERE url = $1", [
      url,
      altText.trim().slice(0, 300),
    ]),
  );
  return rowCount === 1 ? done(undefined) : refused({ reason: "unknown_picture" });
}
