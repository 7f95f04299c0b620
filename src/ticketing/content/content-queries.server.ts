import type pg from "pg";

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
