import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { ArtistForm } from "./artist-form.ts";
import { lockArtist, type StoredArtist, updateArtist } from "./artist-store.server.ts";
import { type CatalogueRefusal, missing } from "./catalogue-refusals.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: ArtistForm;
};
type Refusal = Exclude<CatalogueRefusal<StoredArtist>, { reason: "below_taken" }>;

/** Saves an artist if its version is still the one that was opened. */
export async function editArtist(
  { database }: Pick<Services, "database">,
  { actor, id, version, form }: Request,
): Promise<Outcome<"saved", Refusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "edit-artist"))) return refused(notAllowed);
    const saved = await lockArtist(sql, id);
    if (!saved) return refused(missing);
    if (saved.version !== version) return refused({ reason: "changed_meanwhile", saved });
    const changes = changedFields(saved, form);
    if (!changes) return done("saved");
    await updateArtist(sql, id, form);
    await faultPoint("artist.saved");
    await recordChange(sql, actor, { subjectKind: "artist", subjectId: id, what: "edited", ...changes });
    return done("saved");
  });
}
