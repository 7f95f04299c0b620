import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { LockedAccount } from "../accounts/account-locks.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { hashOfToken, isTokenShaped, newSecretToken } from "./secret-token.server.ts";

/** What the link of an email to an account's address is good for, as long as the account has this address. */
const mailboxPurposes = ["confirm-address", "reset-password"] as const;
type MailboxPurpose = (typeof mailboxPurposes)[number];

export type TokenPurpose =
  | MailboxPurpose
  | "second-factor"
  | "change-address"
  | "passkey-add"
  | "passkey-login";

/** Use of a six-digit code in an email: to sign in, as a new proof before a change, to prove a guest's address. */
export type CodePurpose = "sign-in-code" | "reauthenticate" | "guest-code";

/** Every use of a stored token or code. `used-link`: who used a confirmation link up. */
export type StoredPurpose = TokenPurpose | CodePurpose | "used-link";

/**
 * What of it ends with a new password and with the end of all (other) sessions: all that signs somebody in, proves who
 * they are, or adds a way to sign in, if somebody who has lost the account may have begun it.
 */
export const endsWithSessions: Readonly<Record<StoredPurpose, boolean>> = {
  "sign-in-code": true,
  "second-factor": true,
  reauthenticate: true,
  "passkey-add": true,
  "change-address": true,
  "used-link": true,
  // Went to the owner: a thief who keeps changing the password must not use the limit of such emails up.
  "reset-password": false,
  // Of unproven accounts only, and went to the true owner of the address: whose session ends there may be a stranger's.
  "confirm-address": false,
  // A challenge of no account: it is worth nothing without a passkey that the account still has.
  "passkey-login": false,
  // Of a guest, who has neither account nor password.
  "guest-code": false,
};
const endedPurposes = Object.entries(endsWithSessions).flatMap(([purpose, ends]) => (ends ? [purpose] : []));

/** Makes a token, of which the hash is stored; older ones of the same purpose end. */
export function issueToken(
  sql: Sql,
  purpose: Exclude<TokenPurpose, MailboxPurpose>,
  value: string,
): Promise<string> {
  return keepToken(sql, purpose, value);
}

/** As `issueToken`, for an email to the account's address. A move of the account to another waits, then ends it. */
export function issueMailboxToken(sql: Sql, purpose: MailboxPurpose, { id }: LockedAccount): Promise<string> {
  return keepToken(sql, purpose, id);
}

/** Ends what went to the address that the locked account had until now. */
export function endMailboxTokens(sql: Sql, userId: Uuid): Promise<void> {
  return endTokensOfAccount(sql, userId, mailboxPurposes);
}

async function keepToken(sql: Sql, purpose: TokenPurpose, userId: string): Promise<string> {
  const token = newSecretToken();
  await endTokens(sql, purpose, userId);
  await keepVerification(sql, identifierOf(purpose, token), userId, accountDurations.letterLink);
  return token;
}

type Identifier = `${StoredPurpose}:${string}`;

/** Stores what an email's link or code is good for, for so many seconds. `identifier`: its purpose and a hash of it. */
export async function keepVerification(
  sql: Sql,
  identifier: Identifier,
  value: string,
  seconds: number,
): Promise<void> {
  await sql.query({
    name: "keep-verification",
    text: "INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))",
    values: [newId(), identifier, value, seconds],
  });
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
export async function endTokens(sql: Sql, purpose: TokenPurpose | CodePurpose, value: string): Promise<void> {
  await sql.query({
    name: "end-tokens",
    text: "DELETE FROM identity.verification WHERE value = $1 AND identifier LIKE $2 || ':%'",
    values: [value, purpose],
  });
}

/** Ends tokens and codes of these purposes; without purposes, all that end with the sessions of an account. */
export async function endTokensOfAccount(
  sql: Sql,
  userId: string,
  purposes: readonly string[] = endedPurposes,
): Promise<void> {
  await sql.query({
    name: "end-of-account",
    text: `DELETE FROM identity.verification
           WHERE (value = $1 OR value LIKE $1 || ' %') AND split_part(identifier, ':', 1) = ANY($2)`,
    values: [userId, purposes],
  });
}

function identifierOf(purpose: TokenPurpose, token: string): Identifier {
  return `${purpose}:${hashOfToken(token)}`;
}
