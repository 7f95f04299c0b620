import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isSlug, type SlugKind } from "./slug.ts";

export type SlugCache = {
  /** The night or artist that has this slug now, or had it once. */
  find(kind: SlugKind, slug: string): Promise<Uuid | undefined>;
  /** The answer of `find` from memory; undefined if it would need a query. */
  findInMemory(kind: SlugKind, slug: string): Uuid | undefined;
};

/** More slugs than a club gives in its life. */
const mostSlugs = 10_000;

/** Caches slugs. A slug never leads elsewhere, so it is read once; an unknown one, which may be given, each time. */
export function openSlugCache({ anonymous }: Pick<Database, "anonymous">): SlugCache {
  const ids = new Map<string, Uuid>();
  const keyOf = (kind: SlugKind, slug: string) => `${kind} ${slug}`;
  const known = (kind: SlugKind, slug: string) => ids.get(keyOf(kind, slug));
  return {
    findInMemory: known,
    async find(kind, slug) {
      const cachedId = known(kind, slug);
      if (cachedId || !isSlug(slug)) return cachedId;
      const { rows } = await anonymous.query<{ id: Uuid }>({
        name: "find-by-slug",
        text: "SELECT subject_id AS id FROM slugs WHERE kind = $1 AND slug = $2",
        values: [kind, slug],
      });
      const id = rows[0]?.id;
      if (id) {
        if (ids.size >= mostSlugs) ids.clear();
        ids.set(keyOf(kind, slug), id);
      }
      return id;
    },
  };
}

export type SitemapPage = { readonly path: string; readonly changedAt: Date };

/** The protocol lets a sitemap file have no more than 50,000 pages. */
const mostPages = 45_000;

/** The pages of all nights and artists, last changed first. */
export async function listSitemapPages(reader: Sql): Promise<SitemapPage[]> {
  const { rows } = await reader.query<SitemapPage>(
    `SELECT '/events/' || slug AS path, updated_at AS "changedAt" FROM events
     UNION ALL SELECT '/artists/' || slug, updated_at FROM artists ORDER BY "changedAt" DESC, path LIMIT $1`,
    [mostPages],
  );
  return rows;
}
