import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { OpeningRefusal } from "./announce-opening.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { lockOpening } from "./opening-store.server.ts";

/**
 * Withdraws an announced opening; then the night is on sale as its ticket types are. Refused once the hour has come.
 */
export async function withdrawOpening(
  { database }: Pick<Services, "database">,
  { actor, eventId }: { readonly actor: Actor; readonly eventId: string },
): Promise<Outcome<"withdrawn", OpeningRefusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "withdraw-opening"))) return refused(notAllowed);
    const stored = await lockOpening(sql, eventId);
    if (!stored) return refused(missing);
    if (stored.hasBegun) return refused({ reason: "has_begun" });
    await sql.query("DELETE FROM openings WHERE event_id = $1", [eventId]);
    await recordChange(sql, actor, { subjectKind: "event", subjectId: eventId, what: "opening_withdrawn" });
    return done("withdrawn");
  });
}
