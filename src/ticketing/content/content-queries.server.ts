import { only, type Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import type { ContentKey } from "./content-keys.ts";
import type { siteContent } from "./content-tables.server.ts";
import { guestsMayBuy } from "./site-content.ts";

/** The stored contents of these keys, for anybody, without keys that have no row; a logo with its `logo_sources`. */
export async function readContent(reader: Sql, keys: readonly string[]): Promise<Map<string, unknown>> {
  const { rows } = await reader.query<{ key: string; content: unknown }>({
    name: "read-content",
    text: `SELECT key, CASE WHEN logo_url IS NULL THEN content ELSE content || jsonb_build_object('logo_sources',
             (SELECT sources FROM pictures p WHERE p.url = logo_url)) END AS content
           FROM site_content WHERE key = ANY($1::text[])`,
    values: [keys],
  });
  return new Map(rows.map((row) => [row.key, row.content]));
}

/** Whether guests may buy, without an account. */
export async function mayGuestsBuy(reader: Sql): Promise<boolean> {
  const { rows } = await reader.query<{ may: boolean }>({
    name: "may-guests-buy",
    text: `SELECT ${guestsMayBuy} AS may`,
  });
  return only(rows).may;
}

export type EditableContent = Pick<typeof siteContent.$inferSelect, "content" | "version" | "updatedAt"> & {
  /** The last author, by name and address; null when the program wrote the content. */
  readonly updatedBy: string | null;
};

/** The stored contents for editors, with version, author and time. */
export async function readEditableContent(
  reader: Sql,
  keys: readonly ContentKey[],
): Promise<Map<ContentKey, EditableContent>> {
  await faultPoint("content.read");
  const { rows } = await reader.query<EditableContent & { readonly key: ContentKey }>(
    `SELECT c.key, c.content, c.version, c.updated_at AS "updatedAt", ${authorName("p")} AS "updatedBy"
     FROM site_content c LEFT JOIN profiles p ON p.id = c.updated_by WHERE c.key = ANY($1::text[])`,
    [keys],
  );
  return new Map(rows.map((row) => [row.key as ContentKey, row]));
}

export type ContentChange = {
  readonly id: string;
  readonly at: Date;
  /** The actor's present name, and role at that time. */
  readonly by: string | null;
  readonly actorKind: string;
  readonly key: ContentKey;
  readonly what: "content_created" | "content_saved";
  readonly fields: readonly string[];
};

/** The changes of the site's texts, newest first. */
export async function listContentChanges(reader: Sql, limit: number): Promise<ContentChange[]> {
  const { rows } = await reader.query<ContentChange>(
    `SELECT j.id::text, j.at, ${authorName("p")} AS by, j.actor_kind AS "actorKind", c.key, j.what,
       coalesce((SELECT array_agg(f ORDER BY f) FROM jsonb_object_keys(j.after) f), '{}') AS fields
     FROM journal j JOIN site_content c ON c.id = j.subject_id LEFT JOIN profiles p ON p.id = j.actor_id
     WHERE j.subject_kind = 'content' ORDER BY j.id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
