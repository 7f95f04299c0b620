import type { Sql } from "#platform/database/sql.ts";

/** Notes on a session that it has shown a second factor. */
export async function raiseSession(sql: Sql, sessionHash: string, method: string): Promise<void> {
  await sql.query({
    name: "raise-session",
    text: `UPDATE identity.session SET aal = 'aal2',
             amr = jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch FROM now()))::bigint)) || amr
           WHERE token = $1`,
    values: [sessionHash, method],
  });
}
