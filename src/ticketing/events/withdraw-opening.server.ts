import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import type { OpeningRefusal } from "./announce-opening.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import { lockOpening, removeOpening } from "./opening-store.server.ts";

/** Takes an announced opening back: the night is on sale as its ticket types are. Not after its hour has come. */
export async function withdrawOpening(
  { database }: Pick<Services, "database">,
  { actor, eventId }: { readonly actor: Actor; readonly eventId: string },
): Promise<Outcome<"withdrawn", OpeningRefusal>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "withdraw-opening"))) return refused(notPermitted);
    const stored = await lockOpening($client, eventId);
    if (!stored) return refused(missing);
    if (stored.hasBegun) return refused({ reason: "has_begun" });
    await removeOpening($client, eventId);
    await recordChange($client, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "opening_withdrawn",
    });
    return done("withdrawn");
  });
}
