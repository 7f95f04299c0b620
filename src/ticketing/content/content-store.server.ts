import { eq, sql } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ContentKey } from "./content-keys.ts";
import { siteContent } from "./content-tables.server.ts";

type Row = typeof siteContent.$inferSelect;

/** The row of a key, locked until the transaction ends; undefined when there is none. */
export async function lockContent(
  client: Sql,
  key: ContentKey,
): Promise<Pick<Row, "id" | "content" | "version"> | undefined> {
  const { id, content, version } = siteContent;
  const [row] = await builder(client)
    .select({ id, content, version })
    .from(siteContent)
    .where(eq(siteContent.key, key))
    .for("update");
  return row;
}

/** Inserts the row of a key; null when another was faster. Drizzle would name columns that the role cannot write. */
export async function insertContent(
  client: Sql,
  actor: Actor,
  key: ContentKey,
  content: Row["content"],
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO site_content (id, key, content, updated_by) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING RETURNING id",
    [newId(), key, JSON.stringify(content), actor.userId],
  );
  return rows[0]?.id ?? null;
}

export async function updateContent(
  client: Sql,
  { userId: updatedBy }: Actor,
  id: string,
  content: Row["content"],
): Promise<void> {
  await builder(client)
    .update(siteContent)
    .set({ content, version: sql`${siteContent.version} + 1`, updatedBy, updatedAt: sql`now()` })
    .where(eq(siteContent.id, id));
}
