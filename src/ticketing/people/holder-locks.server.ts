import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";

// The key of a person is the one of `lockMailboxes`, for holds of somebody without a proven address.

/** Whether the person may get an order or a ticket: not once erased. Locked before orders, until the transaction ends. */
export async function lockHolder(sql: Sql, userId: Uuid): Promise<boolean> {
  await sql.query({
    name: "lock-holder",
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 25))",
    values: [userId],
  });
  const { rowCount } = await sql.query({
    name: "is-holder",
    text: "SELECT FROM profiles WHERE id = $1 AND contact IS NOT NULL",
    values: [userId],
  });
  return rowCount === 1;
}

/** Makes all that would give the person an order or a ticket wait, also the holds, which lock mailboxes of proven addresses. */
export async function lockHoldsOf(sql: Sql, userId: Uuid): Promise<void> {
  await sql.query({
    name: "lock-holds-of",
    text: `SELECT pg_advisory_xact_lock(key) FROM (SELECT hashtextextended($1::uuid::text, 25) AS key UNION SELECT mailbox_key(contact::text) FROM profiles WHERE id = $1 ORDER BY key) k`,
    values: [userId],
  });
}
