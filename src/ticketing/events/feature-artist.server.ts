import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockArtist, updateArtist } from "./artist-store.server.ts";
import { missing } from "./catalogue-refusals.ts";

/** Features an artist, who is then listed before the others, or ends that. A repeated click changes nothing. */
export async function featureArtist(
  { database }: Pick<Services, "database">,
  { actor, id, as }: { readonly actor: Actor; readonly id: string; readonly as: "featured" | "not_featured" },
): Promise<Outcome<"done", NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "feature-artist"))) return refused(notAllowed);
    const artist = await lockArtist(sql, id);
    if (!artist) return refused(missing);
    const featured = as === "featured";
    if (artist.featured === featured) return done("done");
    await updateArtist(sql, id, { featured });
    await recordChange(sql, actor, { subjectKind: "artist", subjectId: id, what: as });
    await faultPoint("artist.featured");
    return done("done");
  });
}
