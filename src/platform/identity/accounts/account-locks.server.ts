import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";

/** Two sign-ups for one address wait for each other, so that neither breaks on the other's row. */
export async function lockAddress(sql: Sql, email: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7))", [email]);
}

/** A sign-in and the first code of a factor wait for each other, so that no session opens without the new factor. */
export async function lockAccount(sql: Sql, userId: Uuid): Promise<void> {
  await sql.query({
    name: "lock-account",
    text: 'SELECT FROM identity."user" WHERE id = $1 FOR NO KEY UPDATE',
    values: [userId],
  });
}
