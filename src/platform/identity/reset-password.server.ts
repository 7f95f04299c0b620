import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { consumeToken, endTokens, findToken, issueToken } from "./one-time-token.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { proveAddress } from "./prove-address.server.ts";
import { findAccount } from "./register-account.server.ts";
import { endSessions } from "./sessions.server.ts";
import { tellOwner } from "./tell-owner.server.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";
import { countWaysIn, removeFactors, removeWaysIn } from "./ways-in.server.ts";

export type ResetRefusal =
  | PasswordRefusal
  | "token_invalid"
  | "busy"
  /** The code that was to stop the second factor is wrong, or too many were. The link still works. */
  | "code_invalid";

/** What becomes of the other ways into the account at a reset. */
export type ResetChoice = {
  /** Passkeys and identities, by id, that stay. */
  readonly keep?: readonly string[];
  /** A code of the second factor, or from paper, with which it goes. */
  readonly factorCode?: string | undefined;
};

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
 *
 * Passkeys and identities that are not named go: whoever added one with the old password must not come back by it. The
 * second factor stays unless it is shown: a mailbox alone is no way around it.
 */
export async function resetPassword(
  parts: IdentityParts,
  token: string,
  password: string,
  { keep = [], factorCode }: ResetChoice = {},
): Promise<Outcome<{ userId: Uuid }, ResetRefusal>> {
  // nobody gets a hash computed for a token of their own invention
  const whose = await findToken(parts.database.identity.$client, "reset-password", token);
  if (whose === undefined) return refused("token_invalid");
  const wrong = wrongWithPassword(password, []);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, whose, password);
  if (passwordHash === undefined) return refused("busy");
  return parts.database.withDuty("identity", async (sql) => {
    if (factorCode !== undefined) {
      const shown = { userId: whose as Uuid, factorId: null, code: factorCode };
      // before the token is used up; a wrong one counts, whatever becomes of the rest
      if (!(await parts.factors.takeCode(sql.$client, shown)).ok) return refused("code_invalid");
    }
    const userId = (await consumeToken(sql.$client, "reset-password", token)) as Uuid | undefined;
    if (userId === undefined) return refused("token_invalid");
    const email = await replacePassword(parts, sql, { userId, passwordHash });
    await proveAddress(parts, sql, userId, { password: true });
    await parts.callbacks.onSecurityEvent(sql.$client, { kind: "password_reset", userId });
    await removeWaysIn(sql.$client, userId, { keep });
    if (factorCode !== undefined) {
      await removeFactors(parts, sql.$client, userId);
      await tellOwner(parts, sql, { userId, kind: "factor_removed" });
    }
    await tellOfPassword(parts, sql, { userId, email });
    return done({ userId });
  });
}

/** Writes to the owner that the password is another, with how many other ways in there are now. */
export async function tellOfPassword(
  { callbacks }: IdentityParts,
  sql: Sql,
  { userId, email }: { userId: Uuid; email: string },
): Promise<void> {
  const left = await countWaysIn(sql.$client, userId);
  await callbacks.onLetter(sql, { kind: "password_changed", userId, email, left });
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
  await writeCredential(parts, sql, { userId, passwordHash });
  // whatever was begun with the old password ends with it: another address, a passkey, a second step, a link, a sign-in
  // elsewhere that only waits for its code, a factor
  for (const purpose of ["reset-password", "change-address", "passkey-add", "second-factor"] as const)
    await endTokens(sql.$client, purpose, userId);
  await sql.$client.query("DELETE FROM identity.flow_state WHERE links_to = $1 OR user_id = $1", [userId]);
  await sql.$client.query("DELETE FROM identity.factor WHERE user_id = $1 AND status = 'unverified'", [
    userId,
  ]);
  return account.email;
}

/** The password of the account; whoever only signed in elsewhere gets a first one. */
async function writeCredential(
  { library }: IdentityParts,
  sql: Sql,
  { userId, passwordHash }: NewPassword,
): Promise<void> {
  const { rowCount } = await sql.$client.query(
    "SELECT FROM identity.account WHERE user_id = $1 AND provider_id = 'credential'",
    [userId],
  );
  await library.within(sql, async (store) => {
    if (rowCount === 0)
      await store.linkAccount({
        userId,
        providerId: "credential",
        accountId: userId,
        password: passwordHash,
      });
    else await store.updatePassword(userId, passwordHash);
  });
}
