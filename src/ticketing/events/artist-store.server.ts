import type pg from "pg";
import type { ArtistForm } from "./artist-form.ts";

export type StoredArtist = ArtistForm & { readonly version: number; readonly featured: boolean };

/** The artist as it stands, locked until the end of the transaction. */
export async function lockArtist(client: pg.ClientBase, id: string): Promise<StoredArtist | undefined> {
  const { rows } = await client.query<StoredArtist>(
    `SELECT name, bio, tagline, youtube_link AS "youtubeLink", version, featured FROM artists WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function insertArtist(client: pg.ClientBase, id: string, form: ArtistForm): Promise<void> {
  await client.query(
    "INSERT INTO artists (id, name, bio, tagline, youtube_link) VALUES ($1, $2, $3, $4, $5)",
    [id, form.name, form.bio, form.tagline, form.youtubeLink],
  );
}

export async function updateArtist(client: pg.ClientBase, id: string, form: ArtistForm): Promise<void> {
  await client.query(
    `UPDATE artists SET name = $2, bio = $3, tagline = $4, youtube_link = $5, version = version + 1, updated_at = now()
     WHERE id = $1`,
    [id, form.name, form.bio, form.tagline, form.youtubeLink],
  );
}
