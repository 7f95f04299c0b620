import { eq } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ArtistForm } from "./artist-form.ts";
import { artists } from "./event-tables.server.ts";

export type StoredArtist = typeof artists.$inferSelect;

const rowOf = (client: Sql, id: string) => builder(client).select().from(artists).where(eq(artists.id, id));

export async function readArtist(client: Sql, id: string): Promise<StoredArtist | undefined> {
  return (await rowOf(client, id))[0];
}

/** The artist, locked until the end of the transaction; undefined when there is none. */
export async function lockArtist(client: Sql, id: string): Promise<StoredArtist | undefined> {
  return (await rowOf(client, id).for("update"))[0];
}

export async function insertArtist(client: Sql, id: string, form: ArtistForm): Promise<void> {
  await builder(client)
    .insert(artists)
    .values({ id, ...form });
}

export async function updateArtist(
  client: Sql,
  id: string,
  fields: ArtistForm | Pick<StoredArtist, "featured">,
): Promise<void> {
  await builder(client)
    .update(artists)
    .set({ ...fields, ...nextVersion })
    .where(eq(artists.id, id));
}
