import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";

type Request = { readonly actor: Actor; readonly id: string; readonly as: "featured" | "not_featured" };

/** Puts an artist in front of the others, or back among them. Pressed twice, it stays as it is. */
export async function featureArtist(
  { database }: Pick<Services, "database">,
  { actor, id, as }: Request,
): Promise<Outcome<"done", typeof notPermitted | typeof missing>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "feature-artist"))) return refused(notPermitted);
    const { rows } = await $client.query<{ changed: boolean }>(
      `UPDATE artists a SET featured = $2, version = a.version + CASE WHEN o.featured = $2 THEN 0 ELSE 1 END, updated_at = now()
       FROM (SELECT id, featured FROM artists WHERE id = $1 FOR UPDATE) o WHERE a.id = o.id RETURNING o.featured <> $2 AS changed`,
      [id, as === "featured"],
    );
    if (!rows[0]) return refused(missing);
    if (rows[0].changed)
      await recordChange($client, actor, { subjectKind: "artist", subjectId: id, what: as });
    await faultPoint("artist.featured");
    return done("done");
  });
}
