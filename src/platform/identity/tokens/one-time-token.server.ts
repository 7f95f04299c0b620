import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "./secret-token.server.ts";

export type TokenPurpose =
  | "confirm-address"
  | "reset-password"
  | "second-factor"
  | "change-address"
  | "passkey-add"
  | "passkey-login";

/**
 * Makes the token of an email and ends the older ones of the same purpose, so only the newest link works. Its hash is
 * stored; the token itself is only in the email.
 */
export async function issueToken(sql: Sql, purpose: TokenPurpose, userId: string): Promise<string> {
  const token = newSecretToken();
  await endTokens(sql, purpose, userId);
  await sql.query({
    name: "issue-token",
    text: "INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))",
    values: [newId(), identifierOf(purpose, token), userId, accountDurations.letterLink],
  });
  return token;
}

/** The account of this token; undefined when the token would not work now. Does not use it up. */
export async function findToken(sql: Sql, purpose: TokenPurpose, token: string): Promise<string | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<{ value: string }>({
    name: "find-token",
    text: "SELECT value FROM identity.verification WHERE identifier = $1 AND expires_at > now()",
    values: [identifierOf(purpose, token)],
  });
  return rows[0]?.value;
}

/** Uses the token up. Of several callers at once, one gets the account and the others get undefined. */
export async function consumeToken(
  sql: Sql,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<{ value: string; live: boolean }>({
    name: "consume-token",
    text: "DELETE FROM identity.verification WHERE identifier = $1 RETURNING value, expires_at > now() AS live",
    values: [identifierOf(purpose, token)],
  });
  return rows[0]?.live ? rows[0].value : undefined;
}

/** Ends every open token with this purpose and value. It is one index lookup, because strangers can cause it. */
export async function endTokens(sql: Sql, purpose: TokenPurpose, value: string): Promise<void> {
  await sql.query({
    name: "end-tokens",
    text: "DELETE FROM identity.verification WHERE value = $1 AND identifier LIKE $2 || ':%'",
    values: [value, purpose],
  });
}

/** Ends every open change of this account's address. The token's value begins with the account. */
export async function endChanges(sql: Sql, userId: string): Promise<void> {
  await sql.query({
    name: "end-changes",
    text: "DELETE FROM identity.verification WHERE value LIKE $1 || ' %' AND identifier LIKE 'change-address:%'",
    values: [userId],
  });
}

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${hashOfToken(token)}`;
}
