import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";

/** What carries a picture, and the table it stands in. */
const tables = { event: "events", artist: "artists", ticket_type: "tickets" } as const;
export type PictureBearer = keyof typeof tables;

type Request = {
  readonly actor: Actor;
  readonly bearer: PictureBearer;
  readonly id: string;
  /** The address of a stored picture; null for none. */
  readonly url: string | null;
  readonly position: ImagePosition;
};
type Placed = { imageUrl: string | null; imagePosition: string };

/**
 * Gives a night, an artist or a ticket type its picture and says where it is cropped to. Only a picture that was
 * uploaded here, or the one that stands there already, is taken; no other address is ever stored (attack 97). A night
 * takes on the light of its picture.
 */
export async function placePicture(
  { database }: Pick<Services, "database">,
  { actor, bearer, id, url, position }: Request,
): Promise<Outcome<"done", typeof notPermitted | typeof missing | { readonly reason: "unknown_picture" }>> {
  const table = tables[bearer];
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "place-picture"))) return refused(notPermitted);
    const { rows } = await $client.query<Placed>(
      `SELECT image_url AS "imageUrl", image_position AS "imagePosition" FROM ${table} WHERE id = $1 FOR UPDATE`,
      [id],
    );
    const was = rows[0];
    if (!was) return refused(missing);
    const picture = url === null ? undefined : await findPicture($client, url);
    if (url !== null && url !== was.imageUrl && !picture) return refused({ reason: "unknown_picture" });
    const changes = changedFields({ ...was }, { imageUrl: url, imagePosition: position });
    if (!changes) return done("done");
    await $client.query(
      `UPDATE ${table} SET image_url = $2, image_position = $3, updated_at = now() WHERE id = $1`,
      [id, url, position],
    );
    if (bearer === "event" && picture?.light)
      await $client.query("UPDATE events SET light = $2 WHERE id = $1", [id, picture.light]);
    await recordChange($client, actor, { subjectKind: bearer, subjectId: id, what: "edited", ...changes });
    return done("done");
  });
}
