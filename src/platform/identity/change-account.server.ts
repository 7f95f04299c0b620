import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { findAccountFacts } from "./account-facts.server.ts";
import { type AuthUser, authUser } from "./auth-user.ts";
import { askAddressChange } from "./change-address.server.ts";
import { consumeCode } from "./letter-code.server.ts";
import { HashingBusy, hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { reconfirmPassword } from "./reconfirm-password.server.ts";
import { replaceHash, tellOfPassword } from "./reset-password.server.ts";
import type { BearerSession, TokenParts } from "./token-session.server.ts";

export type AccountChange = {
  readonly password?: string | undefined;
  /** A new address: it gets a link, and nothing changes before that is used. */
  readonly email?: string | undefined;
  /** The present password, when the session is not fresh. */
  readonly currentPassword?: string | undefined;
  /** Or the code of a letter that was asked for. */
  readonly nonce?: string | undefined;
  readonly fullName?: string | undefined;
  readonly phone?: string | undefined;
};

export type ChangeRefusal =
  | PasswordRefusal
  | "busy"
  | "letters_off"
  /** Asked for anew before a password changes (decision 34): sign in again, the present password, or a code by letter. */
  | "reauthentication_needed"
  /** The code of the letter is wrong or too old. */
  | "reauthentication_not_valid"
  | "same_password";

/**
 * Changes one's own account; the caller has made sure that the session has shown every factor. A new password ends every other session, and the owner gets a letter; name and phone are
 * the profile's.
 */
export async function changeAccount(
  parts: TokenParts,
  session: BearerSession,
  change: AccountChange,
): Promise<Outcome<AuthUser, ChangeRefusal>> {
  let passwordHash: string | undefined;
  if (change.password !== undefined || change.email !== undefined) {
    // before anybody is asked to prove themselves for nothing
    const wrong =
      change.password === undefined ? undefined : wrongWithPassword(change.password, [session.email]);
    if (wrong) return refused(wrong);
    const known = await isKnownAnew(parts, session, change);
    if (!known.ok) return known;
  }
  if (change.password !== undefined) {
    const made = await hashOfNew(parts, session, change.password);
    if (!made.ok) return made;
    passwordHash = made.value;
  }
  if (change.email !== undefined && change.email !== session.email) {
    const { userId, email } = session;
    const asked = await askAddressChange(parts, { userId, email, newEmail: change.email });
    if (!asked.ok && asked.refusal === "letters_off") return refused("letters_off");
  }
  return parts.database.withDuty("identity", async (sql) => {
    if (passwordHash !== undefined) {
      const { userId, sessionId } = session;
      const email = await replaceHash(parts, sql, { userId, passwordHash });
      await sql.$client.query("DELETE FROM identity.session WHERE user_id = $1 AND id <> $2", [
        userId,
        sessionId,
      ]);
      await parts.callbacks.onSecurityEvent(sql.$client, { kind: "password_changed", userId });
      await tellOfPassword(parts, sql, { userId, email });
    }
    if (change.fullName !== undefined || change.phone !== undefined)
      await sql.$client.query(
        `UPDATE profiles SET full_name = coalesce($2, full_name), phone = coalesce($3, phone), updated_at = now() WHERE id = $1`,
        [session.userId, change.fullName ?? null, change.phone ?? null],
      );
    const facts = await findAccountFacts(parts, sql.$client, session);
    if (!facts) throw new Error("a session of no account");
    return done(authUser(facts, session));
  });
}

/** Whether it is the person, and not somebody who found the session open (decision 34). */
async function isKnownAnew(
  parts: TokenParts,
  session: BearerSession,
  { currentPassword, nonce }: AccountChange,
): Promise<Outcome<null, ChangeRefusal>> {
  if (nonce !== undefined)
    return (await isNonceRight(parts, session, nonce)) ? done(null) : refused("reauthentication_not_valid");
  if (session.isFresh) return done(null);
  if (currentPassword === undefined) return refused("reauthentication_needed");
  const again = await reconfirmPassword(parts, { ...session, password: currentPassword });
  if (again.ok) return done(null);
  return refused(again.refusal.reason === "invalid" ? "reauthentication_needed" : "busy");
}

/** The hash of a new password, which must not be the present one. */
async function hashOfNew(
  parts: TokenParts,
  { email, userId }: BearerSession,
  password: string,
): Promise<Outcome<string, "same_password" | "busy">> {
  const known = await parts.library.findCredential(email);
  const place = { queue: "account", of: userId } as const;
  try {
    if (known?.passwordHash && (await parts.hashing.verify(known.passwordHash, password, place)))
      return refused("same_password");
  } catch (error) {
    if (error instanceof HashingBusy) return refused("busy");
    throw error;
  }
  const made = await hashedFor(parts, userId, password);
  return made === undefined ? refused("busy") : done(made);
}

async function isNonceRight(
  { database, secret }: TokenParts,
  { userId, email, sessionId }: BearerSession,
  code: string,
): Promise<boolean> {
  return database.withDuty("identity", (sql) =>
    consumeCode(sql.$client, secret, { purpose: "reauthenticate", sessionId, email, userId, code }),
  );
}
