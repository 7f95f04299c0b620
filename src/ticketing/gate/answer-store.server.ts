import type { Sql } from "#platform/database/sql.ts";

/** Two copies of one request of a device wait for each other here; the second finds the answer of the first. */
export async function lockRequest(
  sql: Sql,
  { deviceId, nonce }: { readonly deviceId: string; readonly nonce: string },
): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${deviceId} ${nonce}`]);
}
