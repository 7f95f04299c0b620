import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { PictureSource, ShownPicture } from "./picture.ts";

type NewPicture = {
  readonly id: Uuid;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly sources: readonly PictureSource[];
  readonly altText: string;
  readonly light: string;
  readonly bytes: number;
};

/** False when a picture of this address is there already. */
export async function insertPicture(sql: Sql, actor: Actor, picture: NewPicture): Promise<boolean> {
  const { rowCount } = await sql.$client.query(
    `INSERT INTO pictures (url, width, height, sources, alt_text, light, bytes, uploaded_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (url) DO NOTHING`,
    [
      picture.url,
      picture.width,
      picture.height,
      JSON.stringify(picture.sources),
      picture.altText,
      picture.light,
      picture.bytes,
      actor.userId,
    ],
  );
  if (rowCount === 0) return false;
  await sql.$client.query(
    `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after) VALUES ($1, $2, 'picture', $3, 'picture_uploaded', $4)`,
    [actor.userId, actor.role, picture.id, JSON.stringify({ url: picture.url })],
  );
  return true;
}

/** The picture of one of these addresses, as it was answered when it was stored. */
export async function findUploaded(
  sql: Sql,
  urls: readonly string[],
): Promise<(ShownPicture & { readonly url: string; readonly light: string }) | undefined> {
  const { rows } = await sql.$client.query(
    'SELECT url, width, height, sources, wide, alt_text AS "altText", light FROM pictures WHERE url = ANY($1::text[])',
    [urls],
  );
  return rows[0];
}

/** How many pictures this person stored within the last minute. */
export async function recentUploads(sql: Sql, userId: Uuid): Promise<number> {
  const { rows } = await sql.$client.query(
    "SELECT count(*)::int AS n FROM pictures WHERE uploaded_by = $1 AND created_at > now() - interval '1 minute'",
    [userId],
  );
  return rows[0].n;
}

export async function storedBytes(sql: Sql): Promise<number> {
  const { rows } = await sql.$client.query("SELECT coalesce(sum(bytes), 0)::float8 AS n FROM pictures");
  return rows[0].n;
}

// whatever may show a picture; the foreign keys to `pictures` say the same, and a test holds the two together
const shown = `SELECT image_url FROM events WHERE image_url IS NOT NULL UNION SELECT image_url FROM artists WHERE image_url IS NOT NULL
  UNION SELECT image_url FROM tickets WHERE image_url IS NOT NULL UNION SELECT background_url FROM site_content WHERE background_url IS NOT NULL`;

/** Notes since when each picture is shown by nothing, and forgets it for those that are shown again. */
export async function noteUnused(sql: Sql): Promise<void> {
  await sql.$client.query(
    `UPDATE pictures SET unused_since = CASE WHEN unused_since IS NULL THEN now() END
     WHERE (unused_since IS NULL) = (url NOT IN (${shown}))`,
  );
}

/** The addresses of pictures that nothing showed for a day. */
export async function longUnused(sql: Sql): Promise<string[]> {
  const { rows } = await sql.$client.query<{ url: string }>(
    "SELECT url FROM pictures WHERE unused_since < now() - interval '24 hours' ORDER BY unused_since LIMIT 100",
  );
  return rows.map((row) => row.url);
}

/** Takes the row away and says which addresses it had; nothing when it is shown again. */
export async function deletePicture(sql: Sql, url: string): Promise<string[]> {
  const { rows } = await sql.$client.query<{ url: string; sources: PictureSource[] }>(
    `DELETE FROM pictures WHERE url = $1 AND unused_since < now() - interval '24 hours' AND url NOT IN (${shown}) RETURNING url, sources`,
    [url],
  );
  return rows.flatMap((row) => [row.url, ...row.sources.map((source) => source.url)]);
}

/** Of these addresses those that some row knows, its own or that of one of its sizes. */
export async function knownAddresses(sql: Sql, urls: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.$client.query<{ url: string }>(
    `SELECT url FROM pictures WHERE url = ANY($1::text[])
     UNION SELECT s.url FROM pictures, jsonb_to_recordset(sources) AS s(url text) WHERE s.url = ANY($1::text[])`,
    [urls],
  );
  return new Set(rows.map((row) => row.url));
}
