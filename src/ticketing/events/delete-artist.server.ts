import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { artists, eventArtists } from "./event-tables.server.ts";

/** Deletes an artist and removes the name from every night. No purchase depends on an artist. */
export async function deleteArtist(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<void, NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "delete-artist"))) return refused(notAllowed);
    await builder(sql).delete(eventArtists).where(eq(eventArtists.artistId, id));
    const [before] = await builder(sql)
      .delete(artists)
      .where(eq(artists.id, id))
      .returning({ name: artists.name });
    if (!before) return refused(missing);
    await recordChange(sql, actor, { subjectKind: "artist", subjectId: id, what: "deleted", before });
    await faultPoint("artist.deleted");
    return done(undefined);
  });
}
