import type { Sql } from "#platform/database/sql.ts";

/** A page that search engines should know. */
export type SitemapPage = { readonly path: string; readonly changedAt: Date };

/** More than that is not read of one file, says the protocol. */
const most = 45_000;

/** The pages of all nights and artists, the latest changed first. */
export async function listSitemapPages(reader: Sql): Promise<SitemapPage[]> {
  const { rows } = await reader.query<SitemapPage>(
    `SELECT '/events/' || slug AS path, updated_at AS "changedAt" FROM events
     UNION ALL SELECT '/artists/' || slug, updated_at FROM artists ORDER BY "changedAt" DESC, path LIMIT $1`,
    [most],
  );
  return rows;
}
