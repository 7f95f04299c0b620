import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { consumeToken, endTokens, findToken, issueToken } from "./one-time-token.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { proveAddress } from "./prove-address.server.ts";
import { findAccount } from "./register-account.server.ts";
import { endSessions } from "./sessions.server.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";

export type ResetRefusal = PasswordRefusal | "token_invalid" | "busy";

/**
 * Sends a link to choose a new password, if the address has an account. The answer is the same either way; it is
 * refused for every address while letters are off.
 */
export async function requestReset(
  parts: IdentityParts,
  typed: string,
): Promise<Outcome<null, "letters_off">> {
  if (!(await parts.callbacks.lettersOn())) return refused("letters_off");
  const email = canonicalEmail(typed);
  if (email === undefined) return done(null);
  await parts.database.withDuty("identity", async (sql) => {
    const account = await findAccount(sql, email);
    if (!account || !(await mayWrite(sql.$client, throttleKey("reset", email)))) return;
    const token = await issueToken(sql.$client, "reset-password", account.id);
    await parts.callbacks.onLetter(sql, { kind: "reset_password", userId: account.id, email, token });
  });
  return done(null);
}

/**
 * Sets a new password with the token of a letter. Works once, within 60 minutes, with the newest letter only. Ends
 * all sessions and the wait after failed logins, and proves the address: who got the letter owns it, and what others
 * added to the account before goes. A refused password leaves the token as it is.
 */
export async function resetPassword(
  parts: IdentityParts,
  token: string,
  password: string,
): Promise<Outcome<{ userId: Uuid }, ResetRefusal>> {
  // nobody gets a hash computed for a token of their own invention
  const whose = await findToken(parts.database.identity.$client, "reset-password", token);
  if (whose === undefined) return refused("token_invalid");
  const wrong = wrongWithPassword(password, []);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, whose, password);
  if (passwordHash === undefined) return refused("busy");
  return parts.database.withDuty("identity", async (sql) => {
    const userId = (await consumeToken(sql.$client, "reset-password", token)) as Uuid | undefined;
    if (userId === undefined) return refused("token_invalid");
    const email = await replacePassword(parts, sql, { userId, passwordHash });
    await proveAddress(parts, sql, userId, { password: true });
    await parts.callbacks.onSecurityEvent(sql.$client, { kind: "password_reset", userId });
    await parts.callbacks.onLetter(sql, { kind: "password_changed", userId, email });
    return done({ userId });
  });
}

type NewPassword = { userId: Uuid; passwordHash: string };

/** Writes the new hash and ends everything the old password could still do. Resolves to the account's address. */
export async function replacePassword(parts: IdentityParts, sql: Sql, made: NewPassword): Promise<string> {
  const email = await replaceHash(parts, sql, made);
  await endSessions(parts, sql, made.userId);
  return email;
}

/** The same but for the sessions, of which the caller keeps one. */
export async function replaceHash(
  parts: IdentityParts,
  sql: Sql,
  { userId, passwordHash }: NewPassword,
): Promise<string> {
  const { rows } = await sql.$client.query<{ email: string }>(
    'SELECT email FROM identity."user" WHERE id = $1 FOR UPDATE',
    [userId],
  );
  const [account] = rows;
  if (!account) throw new Error("a token of no account");
  await parts.library.within(sql, (store) => store.updatePassword(userId, passwordHash));
  // one that was signed in to elsewhere only, or whose password was dropped, has its first with this
  await sql.$client.query(
    `INSERT INTO identity.account (id, user_id, provider_id, account_id, password) SELECT $1, $2, 'credential', $2::uuid::text, $3
     WHERE NOT EXISTS (SELECT FROM identity.account WHERE user_id = $2 AND provider_id = 'credential')`,
    [newId(), userId, passwordHash],
  );
  // a link to another address that was asked for with the old password ends with it
  for (const purpose of ["reset-password", "change-address"] as const)
    await endTokens(sql.$client, purpose, userId);
  return account.email;
}
