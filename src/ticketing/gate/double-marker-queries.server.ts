import type { Sql } from "#platform/database/sql.ts";

/**
 * The names of the people who marked double entries of a night, by their ids. The caller has checked that the person leads the
 * door: it reads with the program's rights, because a chief has none on people.
 */
export async function namesOfMarkers(sql: Sql, eventId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; name: string | null }>(
    `SELECT p.id, p.full_name AS name FROM profiles p WHERE p.id IN (SELECT m.marked_by FROM double_marks m WHERE m.event_id = $1)`,
    [eventId],
  );
  return new Map(rows.map(({ id, name }) => [id, name ?? ""]));
}
