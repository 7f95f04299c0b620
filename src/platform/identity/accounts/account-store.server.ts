import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { AccountCallbacks } from "./account-events.ts";

/** An account and the hash of its password, if it has one. */
export type Credential = {
  readonly userId: Uuid;
  readonly isConfirmed: boolean;
  /** False for a sign-up whose address is not proven yet; it has no account. */
  readonly isAccount: boolean;
  readonly passwordHash: string | undefined;
};

/** The account of a canonical address, with its password. */
export async function findCredential(sql: Sql, email: string): Promise<Credential | undefined> {
  const { rows } = await sql.query<{ userId: Uuid; isConfirmed: boolean; passwordHash: string | null }>({
    name: "find-credential",
    text: `SELECT u.id AS "userId", u.email_verified AS "isConfirmed", a.password AS "passwordHash" FROM identity."user" u
           LEFT JOIN identity.account a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
    values: [email],
  });
  const [found] = rows;
  return found && { ...found, isAccount: true, passwordHash: found.passwordHash ?? undefined };
}

/**
 * Inserts an account with an unproven address and no password. Its name is in the profile. `confirmWithin`: seconds
 * after which `sweepAccounts` may delete it if the address stays unproven; null: never.
 */
export async function insertUser(
  sql: Sql,
  { userId, email, confirmWithin = null }: { userId: Uuid; email: string; confirmWithin?: number | null },
): Promise<void> {
  await sql.query({
    name: "insert-user",
    text: `INSERT INTO identity."user" (id, email, name, confirm_by)
           VALUES ($1, $2, '', now() + make_interval(secs => $3))`,
    values: [userId, email, confirmWithin],
  });
}

/** Writes or replaces the account's password. The caller has locked or inserted the account. */
export async function writePassword(
  sql: Sql,
  { userId, passwordHash }: { userId: Uuid; passwordHash: string },
): Promise<void> {
  const { rowCount } = await sql.query({
    name: "write-password",
    text: "UPDATE identity.account SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'",
    values: [userId, passwordHash],
  });
  if (rowCount !== 0) return;
  await sql.query({
    name: "insert-password",
    text: `INSERT INTO identity.account (id, user_id, provider_id, account_id, password) VALUES ($1, $2, 'credential', $2::uuid::text, $3)`,
    values: [newId(), userId, passwordHash],
  });
}

/** The account of a canonical address. */
export async function findAccount(
  sql: Sql,
  email: string,
): Promise<{ id: Uuid; isConfirmed: boolean } | undefined> {
  const { rows } = await sql.query<{ id: Uuid; isConfirmed: boolean }>({
    name: "find-account",
    text: 'SELECT id, email_verified AS "isConfirmed" FROM identity."user" WHERE email = $1',
    values: [email],
  });
  return rows[0];
}

/** The address of an account. */
export async function findAddress(sql: Sql, userId: Uuid): Promise<string | undefined> {
  const { rows } = await sql.query<{ email: string }>({
    name: "address-of-account",
    text: 'SELECT email FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  return rows[0]?.email;
}

/** Inserts an account with its password. The callback inserts the profile. */
export async function insertAccount(
  { callbacks }: { readonly callbacks: Pick<AccountCallbacks, "onAccount"> },
  sql: Sql,
  account: { userId: Uuid; email: string; passwordHash: string; fullName: string; phone: string },
): Promise<void> {
  const { userId, email, passwordHash, fullName, phone } = account;
  await insertUser(sql, { userId, email });
  await writePassword(sql, { userId, passwordHash });
  await callbacks.onAccount(sql, { userId, email, fullName, phone });
}

/** Whether `hash` is still the account's password hash. */
export async function isPresentHash(sql: Sql, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "is-present-hash",
    text: "SELECT FROM identity.account WHERE user_id = $1 AND provider_id = 'credential' AND password = $2",
    values: [userId, hash],
  });
  return rowCount === 1;
}
