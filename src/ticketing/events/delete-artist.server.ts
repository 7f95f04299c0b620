import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";

/**
 * Deletes an artist, from every bill too (AMB-78); nothing that was sold hangs on one. Answers the nights whose bill
 * is shorter now.
 */
export async function deleteArtist(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<{ nights: string[] }, typeof notPermitted | typeof missing>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "delete-artist"))) return refused(notPermitted);
    const nights = await $client.query<{ event_id: string }>(
      "DELETE FROM event_artists WHERE artist_id = $1 RETURNING event_id",
      [id],
    );
    const { rowCount } = await $client.query("DELETE FROM artists WHERE id = $1", [id]);
    if (rowCount === 0) return refused(missing);
    await recordChange($client, actor, { subjectKind: "artist", subjectId: id, what: "deleted" });
    await faultPoint("artist.deleted");
    return done({ nights: nights.rows.map((row) => row.event_id) });
  });
}
