import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "./secret-token.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;

export type TokenPurpose =
  | "confirm-address"
  | "reset-password"
  | "second-factor"
  | "change-address"
  | "passkey-add"
  | "passkey-login";

/** How long a link in a letter works, in minutes. */
export const tokenMinutes = 60;

/**
 * Makes the token of a letter and ends the older ones of the same purpose: only the newest link works. The hash is
 * stored; the token itself stands in the letter alone.
 */
export async function issueToken(sql: Queryable, purpose: TokenPurpose, userId: string): Promise<string> {
  const token = newSecretToken();
  await endTokens(sql, purpose, userId);
  await sql.query({
    name: "issue-token",
    text: "INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4))",
    values: [newId(), identifierOf(purpose, token), userId, tokenMinutes],
  });
  return token;
}

/** Whose token this is, if it would work now. Uses nothing up. */
export async function findToken(
  sql: Queryable,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  if (!isTokenShaped(token)) return undefined;
  const { rows } = await sql.query<{ value: string }>({
    name: "find-token",
    text: "SELECT value FROM identity.verification WHERE identifier = $1 AND expires_at > now()",
    values: [identifierOf(purpose, token)],
  });
  return rows[0]?.value;
}

/** Uses the token up: of any number of callers at once one gets the account, the others undefined. */
export async function consumeToken(
  sql: Queryable,
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

/** Ends every open token of this purpose. */
export async function endTokens(sql: Queryable, purpose: TokenPurpose, userId: string): Promise<void> {
  await sql.query({
    name: "end-tokens",
    text: "DELETE FROM identity.verification WHERE (value = $1::text OR value LIKE $1::text || ' %') AND identifier LIKE $2 || ':%'",
    values: [userId, purpose],
  });
}

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${hashOfToken(token)}`;
}
