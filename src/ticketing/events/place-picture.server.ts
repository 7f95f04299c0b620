import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { artists, tickets } from "./event-tables.server.ts";

/** The kinds of rows with a separate form for the picture, and their tables. */
const tables = { artist: artists, ticket_type: tickets };
export type PicturedKind = keyof typeof tables;

type Request = {
  readonly actor: Actor;
  readonly kind: PicturedKind;
  readonly id: string;
  /** The address of a stored picture; null for none. */
  readonly url: string | null;
  readonly position: ImagePosition;
};

/**
 * Sets the picture of an artist or ticket type and how it is cropped. Accepts only the address of a picture uploaded
 * here, or the one that the row has. A night's picture is saved with its form.
 */
export async function placePicture(
  { database }: Pick<Services, "database">,
  { actor, kind, id, url, position }: Request,
): Promise<Outcome<"done", NotAllowed | typeof missing | { readonly reason: "unknown_picture" }>> {
  const table = tables[kind];
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "place-picture"))) return refused(notAllowed);
    const [storedPicture] = await builder(sql)
      .select({ imageUrl: table.imageUrl, imagePosition: table.imagePosition })
      .from(table)
      .where(eq(table.id, id))
      .for("update");
    if (!storedPicture) return refused(missing);
    if (url !== null && url !== storedPicture.imageUrl && !(await findPicture(sql, url)))
      return refused({ reason: "unknown_picture" });
    const changes = changedFields(storedPicture, { imageUrl: url, imagePosition: position });
    if (!changes) return done("done");
    await builder(sql)
      .update(table)
      .set({ imageUrl: url, imagePosition: position, updatedAt: databaseNow })
      .where(eq(table.id, id));
    await recordChange(sql, actor, { subjectKind: kind, subjectId: id, what: "edited", ...changes });
    return done("done");
  });
}
