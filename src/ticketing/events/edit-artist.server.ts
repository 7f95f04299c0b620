import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import type { ArtistForm } from "./artist-form.ts";
import { lockArtist, type StoredArtist, updateArtist } from "./artist-store.server.ts";
import { type CatalogueRefusal, missing, notPermitted } from "./catalogue-refusals.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** The version that was open in the form. */
  readonly version: number;
  readonly form: ArtistForm;
};
type Refusal = Exclude<CatalogueRefusal<StoredArtist>, { reason: "below_taken" }>;

/** Saves an artist over the version that was opened, and no other. */
export async function editArtist(
  { database }: Pick<Services, "database">,
  { actor, id, version, form }: Request,
): Promise<Outcome<"saved", Refusal>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "edit-artist"))) return refused(notPermitted);
    const saved = await lockArtist($client, id);
    if (!saved) return refused(missing);
    if (saved.version !== version) return refused({ reason: "changed_meanwhile", saved });
    const changes = changedFields(saved, form);
    if (!changes) return done("saved");
    await updateArtist($client, id, form);
    await faultPoint("artist.saved");
    await recordChange($client, actor, { subjectKind: "artist", subjectId: id, what: "edited", ...changes });
    return done("saved");
  });
}
