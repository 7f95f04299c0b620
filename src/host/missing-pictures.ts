import type pg from "pg";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";

/** The files that rows of pictures name: how many there are, and which the storage does not have. */
export async function findMissingPictures(
  client: pg.Client,
  storage: PictureStorage,
): Promise<{ named: number; missing: readonly string[] }> {
  // read before the files are listed: what is uploaded meanwhile is stored before its row
  const { rows } = await client.query<{ url: string }>(
    "SELECT url FROM pictures UNION SELECT s.url FROM pictures, jsonb_to_recordset(sources) AS s(url text)",
  );
  const names = rows.flatMap(({ url }) => storage.nameOf(url) ?? []);
  const missing = new Set(names);
  for await (const { name } of storage.list()) missing.delete(name);
  return { named: names.length, missing: [...missing] };
}
