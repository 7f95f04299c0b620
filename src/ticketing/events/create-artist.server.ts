import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { ArtistForm } from "./artist-form.ts";
import { insertArtist } from "./artist-store.server.ts";

/** Creates an artist who is not featured and plays no night yet. */
export async function createArtist(
  { database }: Pick<Services, "database">,
  { actor, form }: { readonly actor: Actor; readonly form: ArtistForm },
): Promise<Outcome<{ id: Uuid }, NotAllowed>> {
  const id = newId();
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "create-artist"))) return refused(notAllowed);
    await insertArtist(sql, id, form);
    await recordChange(sql, actor, { subjectKind: "artist", subjectId: id, what: "created" });
    await faultPoint("artist.written");
    return done({ id });
  });
}
