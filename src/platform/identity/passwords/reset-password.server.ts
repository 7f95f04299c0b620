import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount, lockAccountOf } from "../accounts/account-locks.server.ts";
import { writePassword } from "../accounts/account-store.server.ts";
import { proveAddress } from "../accounts/prove-address.server.ts";
import { countWaysIn, removeFactors, removeWaysIn } from "../factors/ways-in.server.ts";
import type { Identity } from "../identity.server.ts";
import { mayTellOwner, tellOwner } from "../letters/tell-owner.server.ts";
import { maySendReset } from "../limits/mailbox-budget.server.ts";
import { endBegun } from "../sessions/own-sessions.server.ts";
import { endSessions } from "../sessions/sessions.server.ts";
import { consumeToken, endTokens, findToken, issueMailboxToken } from "../tokens/one-time-token.server.ts";
import { hashNewPassword } from "./hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "./password-rule.ts";

type ResetRefusal =
  | PasswordRefusal
  | "token_invalid"
  | "busy"
  /** The code to remove the second factor is wrong, or there were too many wrong ones. The link still works. */
  | "code_invalid";

/** Decides about the other ways to sign in when a password is reset. */
type ResetChoice = {
  /** Ids of passkeys and identities to keep. */
  readonly keep?: readonly string[];
  /** A code of the second factor, or a recovery code. With it the factor is removed. */
  readonly factorCode?: string | undefined;
};

/** Sends a link to choose a new password, if there is an account; the answer is the same. Refused with emails off. */
export async function requestReset(identity: Identity, typed: string): Promise<Outcome<null, "letters_off">> {
  if (!(await identity.callbacks.lettersOn())) return refused("letters_off");
  const email = canonicalEmail(typed);
  if (email === undefined) return done(null);
  await identity.database.withDuty("identity", async (sql) => {
    const account = await lockAccountOf(sql, email);
    if (!(await maySendReset(sql, { email, isFound: account !== undefined })) || !account) return;
    const token = await issueMailboxToken(sql, "reset-password", account);
    await identity.callbacks.onLetter(sql, { kind: "reset_password", userId: account.id, email, token });
  });
  return done(null);
}

/**
 * Sets a new password with an email's token, which works once, within 60 minutes, for the newest email only. Proves
 * the address; ends all sessions, the wait after failed logins, and everything that others added to an unproven
 * account. A refused password does not use the token up.
 *
 * Passkeys and identities that are not named end, because an attacker may have added them. The second factor stays
 * unless its code is sent: the mailbox does not replace it. The owner gets an email.
 */
export async function resetPassword(
  identity: Identity,
  token: string,
  password: string,
  { keep = [], factorCode }: ResetChoice = {},
): Promise<Outcome<{ userId: Uuid }, ResetRefusal>> {
  // checked first, so that an invented token costs no hash
  const ownerId = await findToken(identity.database.identity, "reset-password", token);
  if (ownerId === undefined) return refused("token_invalid");
  const wrong = passwordRefusalOf(password, []);
  if (wrong) return refused(wrong);
  const passwordHash = await hashNewPassword(identity, ownerId, password);
  if (passwordHash === undefined) return refused("busy");
  return identity.database.withDuty("identity", async (sql) => {
    // other changes of ways to sign in now run wholly before or after
    await lockAccount(sql, ownerId as Uuid);
    if (factorCode !== undefined) {
      const triedCode = { userId: ownerId as Uuid, factorId: null, code: factorCode };
      // checked before the token is used up; a wrong code counts in any case
      if (!(await identity.factors.takeCode(sql, triedCode)).ok) return refused("code_invalid");
    }
    const userId = (await consumeToken(sql, "reset-password", token)) as Uuid | undefined;
    if (userId === undefined) return refused("token_invalid");
    // ends another link that was sent meanwhile
    await endTokens(sql, "reset-password", userId);
    const email = await replacePassword(sql, { userId, passwordHash });
    await proveAddress(identity, sql, userId, { password: true });
    await identity.callbacks.onSecurityEvent(sql, { kind: "password_reset", userId });
    await removeWaysIn(sql, userId, { keep });
    if (factorCode !== undefined) {
      await removeFactors(identity, sql, userId);
      await tellOwner(identity, sql, { userId, kind: "factor_removed" });
    }
    await sendPasswordLetter(identity, sql, { userId, email });
    return done({ userId });
  });
}

type Owner = { readonly userId: Uuid; readonly email: string };

/** Records that a session changed the password, and sends the owner an email. */
export async function reportPasswordChange(
  identity: Identity,
  sql: Sql,
  { userId, email }: Owner,
): Promise<void> {
  await identity.callbacks.onSecurityEvent(sql, { kind: "password_changed", userId });
  if (await mayTellOwner(sql, userId)) await sendPasswordLetter(identity, sql, { userId, email });
}

/** Sends the email about a new password, with the number of other ways to sign in. */
async function sendPasswordLetter(
  { callbacks }: Identity,
  sql: Sql,
  { userId, email }: Owner,
): Promise<void> {
  const left = await countWaysIn(sql, userId);
  await callbacks.onLetter(sql, { kind: "password_changed", userId, email, left });
}

type NewPassword = { userId: Uuid; passwordHash: string };

/** Writes the new hash and ends everything that the old password allowed. Resolves to the account's address. */
export async function replacePassword(sql: Sql, newPassword: NewPassword): Promise<string> {
  const email = await replaceHash(sql, newPassword);
  await endSessions(sql, newPassword.userId);
  return email;
}

/** As `replacePassword`, but leaves the sessions, because the caller keeps one. */
export async function replaceHash(sql: Sql, { userId, passwordHash }: NewPassword): Promise<string> {
  const { rows } = await sql.query<{ email: string }>(
    'SELECT email FROM identity."user" WHERE id = $1 FOR UPDATE',
    [userId],
  );
  const [account] = rows;
  if (!account) throw new Error("a token of no account");
  await writePassword(sql, { userId, passwordHash });
  await endBegun(sql, userId);
  return account.email;
}
