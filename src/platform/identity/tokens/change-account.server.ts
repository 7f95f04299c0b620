import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { findAccountFacts } from "../accounts/account-facts.server.ts";
import { findCredential } from "../accounts/account-store.server.ts";
import { askAddressChange } from "../accounts/change-address.server.ts";
import { consumeCode } from "../letters/letter-code.server.ts";
import { HashingBusy, hashNewPassword } from "../passwords/hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "../passwords/password-rule.ts";
import { reconfirmPassword } from "../passwords/reconfirm-password.server.ts";
import { replaceHash, reportPasswordChange } from "../passwords/reset-password.server.ts";
import { lockWithSession } from "../sessions/own-sessions.server.ts";
import { type AuthUser, authUser } from "./auth-user.ts";
import type { TokenService } from "./token-service.server.ts";
import type { BearerSession } from "./token-session.server.ts";

type AccountChange = {
  readonly password?: string | undefined;
  /** A new address. It gets a link; nothing changes before the link is used. */
  readonly email?: string | undefined;
  /** The present password, needed when the session has no recent proof. */
  readonly currentPassword?: string | undefined;
  /** The code of an email, instead of the present password. */
  readonly nonce?: string | undefined;
  readonly fullName?: string | undefined;
  readonly phone?: string | undefined;
};

type ChangeRefusal =
  | PasswordRefusal
  | "busy"
  | "letters_off"
  | "session_not_found"
  /** A new proof is needed: another sign-in, the present password, or a code by email. */
  | "reauthentication_needed"
  /** The code of the email is wrong or too old. */
  | "reauthentication_not_valid"
  | "same_password";

/**
 * Changes the account of this session. The caller has checked that the session has shown every factor. A new password
 * ends every other session, and the owner gets an email. `address` is the network address that asks. Name and phone are written to the profile.
 */
export async function changeAccount(
  tokens: TokenService,
  session: BearerSession & { readonly address: string },
  change: AccountChange,
): Promise<Outcome<AuthUser, ChangeRefusal>> {
  let passwordHash: string | undefined;
  if (change.password !== undefined || change.email !== undefined) {
    // refused before a new proof is asked for
    const wrong =
      change.password === undefined ? undefined : passwordRefusalOf(change.password, [session.email]);
    if (wrong) return refused(wrong);
    const proof = await hasNewProof(tokens, session, change);
    if (!proof.ok) return proof;
  }
  if (change.password !== undefined) {
    const hashed = await hashIfNew(tokens, session, change.password);
    if (!hashed.ok) return hashed;
    passwordHash = hashed.value;
  }
  if (change.email !== undefined && change.email !== session.email) {
    const requested = await askAddressChange(tokens, { ...session, newEmail: change.email });
    if (!requested.ok && (requested.refusal === "letters_off" || requested.refusal === "session_not_found"))
      return refused(requested.refusal);
  }
  return tokens.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, session))) return refused("session_not_found");
    if (passwordHash !== undefined) {
      const { userId, sessionId } = session;
      const email = await replaceHash(sql, { userId, passwordHash });
      await sql.query("DELETE FROM identity.session WHERE user_id = $1 AND id <> $2", [userId, sessionId]);
      await reportPasswordChange(tokens, sql, { userId, email });
    }
    if (change.fullName !== undefined || change.phone !== undefined)
      await sql.query(
        `UPDATE profiles SET full_name = coalesce($2, full_name), phone = coalesce($3, phone), updated_at = now() WHERE id = $1`,
        [session.userId, change.fullName ?? null, change.phone ?? null],
      );
    const facts = await findAccountFacts(sql, session);
    if (!facts) throw new Error("a session of no account");
    return done(authUser(facts, session));
  });
}

/** Whether the person has just proven who they are. Needed because somebody else may use an open session. */
async function hasNewProof(
  tokens: TokenService,
  session: BearerSession,
  { currentPassword, nonce }: AccountChange,
): Promise<Outcome<null, ChangeRefusal>> {
  if (nonce !== undefined)
    return (await isNonceRight(tokens, session, nonce)) ? done(null) : refused("reauthentication_not_valid");
  if (session.isFresh) return done(null);
  if (currentPassword === undefined) return refused("reauthentication_needed");
  const reconfirmed = await reconfirmPassword(tokens, { ...session, password: currentPassword });
  if (reconfirmed.ok) return done(null);
  return refused(reconfirmed.refusal.reason === "invalid" ? "reauthentication_needed" : "busy");
}

/** The hash of a new password. Refused when it is the present password. */
async function hashIfNew(
  tokens: TokenService,
  { email, userId }: BearerSession,
  password: string,
): Promise<Outcome<string, "same_password" | "busy">> {
  const credential = await findCredential(tokens.database.identity, email);
  const place = { queue: "account", subject: userId } as const;
  try {
    if (credential?.passwordHash && (await tokens.hashing.verify(credential.passwordHash, password, place)))
      return refused("same_password");
  } catch (error) {
    if (error instanceof HashingBusy) return refused("busy");
    throw error;
  }
  const newHash = await hashNewPassword(tokens, userId, password);
  return newHash === undefined ? refused("busy") : done(newHash);
}

async function isNonceRight(
  { database, tokenSecret }: TokenService,
  { userId, email, sessionId }: BearerSession,
  code: string,
): Promise<boolean> {
  return database.withDuty("identity", (sql) =>
    consumeCode(sql, tokenSecret, { purpose: "reauthenticate", sessionId, email, userId, code }),
  );
}
