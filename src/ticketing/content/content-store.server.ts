import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { ContentKey } from "./content-keys.ts";

type Content = Readonly<Record<string, unknown>>;

/** The row of a key, locked until the transaction ends; undefined when nobody wrote it yet. */
export async function lockContent(
  sql: Sql,
  key: ContentKey,
): Promise<{ id: string; content: Content; version: number } | undefined> {
  const { rows } = await sql.$client.query(
    "SELECT id, content, version FROM site_content WHERE key = $1 FOR UPDATE",
    [key],
  );
  return rows[0];
}

/** Writes a key for the first time; null when somebody was quicker. */
export async function insertContent(
  sql: Sql,
  actor: Actor,
  key: ContentKey,
  content: Content,
): Promise<string | null> {
  const { rows } = await sql.$client.query<{ id: string }>(
    "INSERT INTO site_content (id, key, content, updated_by) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING RETURNING id",
    [newId(), key, JSON.stringify(content), actor.userId],
  );
  return rows[0]?.id ?? null;
}

export async function updateContent(sql: Sql, actor: Actor, id: string, content: Content): Promise<void> {
  await sql.$client.query(
    "UPDATE site_content SET content = $2, version = version + 1, updated_by = $3, updated_at = now() WHERE id = $1",
    [id, JSON.stringify(content), actor.userId],
  );
}

type ContentEntry = {
  readonly id: string;
  readonly what: "content_created" | "content_saved";
  readonly before: Content | null;
  readonly after: Content;
};

/** Texts of the site are public: the journal keeps the words of the fields that changed, before and after. */
export async function journalContent(
  sql: Sql,
  actor: Actor,
  { id, what, before, after }: ContentEntry,
): Promise<void> {
  await sql.$client.query(
    `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, before, after) VALUES ($1, $2, 'content', $3, $4, $5, $6)`,
    [actor.userId, actor.role, id, what, before && JSON.stringify(before), JSON.stringify(after)],
  );
}
