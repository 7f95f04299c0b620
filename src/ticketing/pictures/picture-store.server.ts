import type { Uuid } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
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

/** Inserts a picture; false when one with this address exists already. */
export async function insertPicture(sql: Sql, actor: Actor, picture: NewPicture): Promise<boolean> {
  const { rowCount } = await sql.query(
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
  await recordChange(sql, actor, {
    subjectKind: "picture",
    subjectId: picture.id,
    what: "picture_uploaded",
    after: { url: picture.url },
  });
  return true;
}

type UploadedPicture = ShownPicture & { readonly url: string; readonly light: string };

/** The picture with one of these addresses, in the form in which the upload was answered. */
export async function findUploaded(sql: Sql, urls: readonly string[]): Promise<UploadedPicture | undefined> {
  const { rows } = await sql.query<UploadedPicture>(
    'SELECT url, width, height, sources, wide, alt_text AS "altText", has_title AS "hasTitle", light FROM pictures WHERE url = ANY($1::text[])',
    [urls],
  );
  return rows[0];
}

/** How many pictures this person stored within the last minute. */
export async function countRecentUploads(sql: Sql, userId: Uuid): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pictures WHERE uploaded_by = $1 AND created_at > now() - make_interval(secs => $2)",
    [userId, inSeconds.minute],
  );
  return only(rows).n;
}

export async function sumStoredBytes(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    "SELECT coalesce(sum(bytes), 0)::float8 AS n FROM pictures",
  );
  return only(rows).n;
}

// every column that may name a picture; a test compares them with the foreign keys to `pictures`
const addressesInUse = `SELECT image_url FROM events WHERE image_url IS NOT NULL UNION SELECT image_url FROM artists WHERE image_url IS NOT NULL
  UNION SELECT image_url FROM tickets WHERE image_url IS NOT NULL UNION SELECT background_url FROM site_content WHERE background_url IS NOT NULL
  UNION SELECT logo_url FROM site_content WHERE logo_url IS NOT NULL`;

/** Notes since when each picture has been shown nowhere, and clears that for pictures that are shown again. */
export async function updateUnusedSince(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE pictures SET unused_since = CASE WHEN unused_since IS NULL THEN now() END
     WHERE (unused_since IS NULL) = (url NOT IN (${addressesInUse}))`,
  );
}

/** The addresses of pictures that nothing has shown for `durations.unusedPicture`. */
export async function listLongUnused(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ url: string }>(
    "SELECT url FROM pictures WHERE unused_since < now() - make_interval(secs => $1) ORDER BY unused_since LIMIT 100",
    [durations.unusedPicture],
  );
  return rows.map((row) => row.url);
}

/** Deletes a picture's row and returns the addresses of its files; empty if the picture is shown again. */
export async function deletePicture(sql: Sql, url: string): Promise<string[]> {
  const { rows } = await sql.query<{ url: string; sources: PictureSource[] }>(
    `DELETE FROM pictures WHERE url = $1 AND unused_since < now() - make_interval(secs => $2) AND url NOT IN (${addressesInUse}) RETURNING url, sources`,
    [url, durations.unusedPicture],
  );
  return rows.flatMap((row) => [row.url, ...row.sources.map((source) => source.url)]);
}

/** Which of these addresses belong to a stored picture or one of its sizes. */
export async function findKnownAddresses(sql: Sql, urls: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ url: string }>(
    `SELECT url FROM pictures WHERE url = ANY($1::text[])
     UNION SELECT s.url FROM pictures, jsonb_to_recordset(sources) AS s(url text) WHERE s.url = ANY($1::text[])`,
    [urls],
  );
  return new Set(rows.map((row) => row.url));
}
