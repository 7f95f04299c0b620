import type pg from "pg";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { ContentKey } from "./content-keys.ts";

/** The written contents of these keys; a key that nobody wrote is missing from the map. */
export async function readContent(
  reader: Pick<pg.ClientBase, "query">,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await reader.query<{ key: string; content: unknown }>({
    name: "read-content",
    text: "SELECT key, content FROM site_content WHERE key = ANY($1::text[])",
    values: [keys],
  });
  return new Map(rows.map((row) => [row.key, row.content]));
}

export type WrittenContent = {
  readonly key: ContentKey;
  readonly content: Record<string, unknown>;
  readonly version: number;
  readonly updatedAt: Date;
  /** Who wrote it last; null for what stood there from the beginning. */
  readonly updatedBy: string | null;
};

/** The same for whoever edits them: with the number of the version, and who wrote it when. */
export async function readWrittenContent(
  reader: Pick<pg.ClientBase, "query">,
  keys: readonly ContentKey[],
): Promise<Map<ContentKey, WrittenContent>> {
  await faultPoint("content.read");
  const { rows } = await reader.query<WrittenContent>(
    `SELECT c.key, c.content, c.version, c.updated_at AS "updatedAt", p.full_name AS "updatedBy"
     FROM site_content c LEFT JOIN profiles p ON p.id = c.updated_by WHERE c.key = ANY($1::text[])`,
    [keys],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

export type ContentChange = {
  readonly id: string;
  readonly at: Date;
  readonly by: string | null;
  readonly key: ContentKey;
  readonly what: "content_created" | "content_saved";
  readonly fields: readonly string[];
};

/** What was changed of the site's texts, the latest first. */
export async function listContentChanges(
  reader: Pick<pg.ClientBase, "query">,
  limit: number,
): Promise<ContentChange[]> {
  const { rows } = await reader.query<ContentChange>(
    `SELECT j.id::text, j.at, p.full_name AS by, c.key, j.what,
       coalesce((SELECT array_agg(f ORDER BY f) FROM jsonb_object_keys(j.after) f), '{}') AS fields
     FROM journal j JOIN site_content c ON c.id = j.subject_id LEFT JOIN profiles p ON p.id = j.actor_id
     WHERE j.subject_kind = 'content' ORDER BY j.id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

/** A number that moves whenever any text of the site was written, whoever did it and in whichever process. */
export async function contentVersion(reader: Pick<pg.ClientBase, "query">): Promise<string> {
  const { rows } = await reader.query<{ version: string }>({
    name: "content-version",
    text: "SELECT concat_ws('.', count(*), sum(version)) AS version FROM site_content",
  });
  return rows[0]?.version ?? "";
}
