import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";

/** Two sign-ups for one address wait for each other, so that neither breaks on the other's row. */
export async function lockAddress(sql: Sql, email: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7))", [email]);
}

declare const isLocked: unique symbol;

/** An account that keeps its address until the end of the transaction. Only `lockAccountOf` makes one. */
export type LockedAccount = { readonly id: Uuid; readonly isConfirmed: boolean; readonly [isLocked]: true };

/**
 * The account of a canonical address, locked. What follows is for this address: an account that moves away meanwhile is
 * not found, and one that is found moves afterwards. The address is locked before, if at all.
 */
export async function lockAccountOf(sql: Sql, email: string): Promise<LockedAccount | undefined> {
  const { rows } = await sql.query<LockedAccount>({
    name: "lock-account-of",
    // PostgreSQL compares the address again after a wait
    text: 'SELECT id, email_verified AS "isConfirmed" FROM identity."user" WHERE email = $1 FOR NO KEY UPDATE',
    values: [email],
  });
  return rows[0];
}

/** A sign-in and the first code of a factor wait for each other, so that no session opens without the new factor. */
export async function lockAccount(sql: Sql, userId: Uuid): Promise<void> {
  await sql.query({
    name: "lock-account",
    text: 'SELECT FROM identity."user" WHERE id = $1 FOR NO KEY UPDATE',
    values: [userId],
  });
}
