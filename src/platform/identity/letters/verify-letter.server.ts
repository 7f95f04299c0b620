import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccountOf, lockAddress } from "../accounts/account-locks.server.ts";
import { findAddress } from "../accounts/account-store.server.ts";
import { changeAddress } from "../accounts/change-address.server.ts";
import { claimRegistration } from "../accounts/claim-registration.server.ts";
import { type KeptParts, proveAddress } from "../accounts/prove-address.server.ts";
import { findRegistrationByLink } from "../accounts/registration-store.server.ts";
import { checkLinkPassword } from "../passwords/check-password.server.ts";
import type { SessionKey } from "../sessions/own-sessions.server.ts";
import { consumeToken, type TokenPurpose } from "../tokens/one-time-token.server.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { type GrantedSession, openTokenSession, type SessionOrigin } from "../tokens/token-session.server.ts";
import { consumeCode } from "./letter-code.server.ts";

/** The purpose of an email, in the words of the protocol (`/auth/v1`). */
type LetterType = "signup" | "email" | "magiclink" | "recovery" | "email_change";

type LetterProof = {
  readonly type: LetterType;
  readonly token: string;
  /** Present when the person also entered the address; it must be the one that the email went to. */
  readonly email: string | undefined;
  /** The password of the sign-up, if the person entered it once more. */
  readonly password?: string | undefined;
};

/** The purposes of the stored tokens that each type accepts. */
const purposes: Record<LetterType, readonly TokenPurpose[]> = {
  signup: ["confirm-address"],
  email: ["confirm-address"],
  magiclink: ["confirm-address"],
  recovery: ["reset-password"],
  email_change: [],
};

/**
 * Uses up the token or code of an email, which proves the address, and opens a session. A sign-up's token makes its
 * account, and keeps its password only if the call brings that too: a link does not show whose it is. An unproven
 * account loses every way to sign in. A change of address also needs a complete session of that account.
 */
export async function verifyLetter(
  tokens: TokenService,
  { type, token, email, password }: LetterProof,
  origin: SessionOrigin,
  signedIn: SessionKey | null = null,
): Promise<Outcome<GrantedSession, "otp_expired" | "invalid" | "busy">> {
  if (type === "email_change") {
    const changed = await changeAddress(tokens, { token, signedIn });
    if (!changed.ok) return refused("otp_expired");
    const { userId } = changed.value;
    return tokens.database.withDuty("identity", async (sql) =>
      done(await openTokenSession(tokens, sql, { userId, method: "otp", ...origin })),
    );
  }
  const pending =
    password === undefined ? undefined : await findRegistrationByLink(tokens.database.identity, token);
  if (pending && password !== undefined) {
    const passwordCheck = await checkLinkPassword(tokens, { token, stored: pending.passwordHash, password });
    if (!passwordCheck.ok)
      return refused(passwordCheck.refusal === "token_invalid" ? "otp_expired" : passwordCheck.refusal);
  }
  return tokens.database.withDuty("identity", async (sql) => {
    if (email !== undefined && /^\d{6}$/.test(token)) {
      const userId = await findAccountByCode(tokens, sql, {
        typed: email,
        code: token,
        address: origin.address,
      });
      return userId === undefined || type === "recovery"
        ? refused("otp_expired")
        : done(await proveAndOpenSession(tokens, sql, userId, origin));
    }
    if (type !== "recovery") {
      const claimedAccountId = await claimRegistrationOfLink(
        tokens,
        sql,
        { token, typed: email },
        { password: !!pending },
      );
      if (claimedAccountId !== undefined)
        return done(
          await openTokenSession(tokens, sql, { userId: claimedAccountId, method: "otp", ...origin }),
        );
    }
    for (const purpose of purposes[type]) {
      const userId = (await consumeToken(sql, purpose, token)) as Uuid | undefined;
      if (userId === undefined) continue;
      if (email !== undefined && (await findAddress(sql, userId)) !== canonicalEmail(email))
        return refused("otp_expired");
      return done(await proveAndOpenSession(tokens, sql, userId, origin));
    }
    return refused("otp_expired");
  });
}

async function findAccountByCode(
  tokens: TokenService,
  sql: Sql,
  { typed, code, address }: { typed: string; code: string; address: string },
): Promise<Uuid | undefined> {
  const email = canonicalEmail(typed);
  if (email === undefined) return undefined;
  // an act that ends codes runs wholly before or after
  const userId = (await lockAccountOf(sql, email))?.id;
  const attempt = { purpose: "sign-in-code", address, email, userId, code } as const;
  return (await consumeCode(sql, tokens.tokenSecret, attempt)) ? userId : undefined;
}

async function claimRegistrationOfLink(
  tokens: TokenService,
  sql: Sql,
  { token, typed }: { token: string; typed: string | undefined },
  kept: { readonly password: boolean },
): Promise<Uuid | undefined> {
  const unlockedRegistration = await findRegistrationByLink(sql, token);
  if (!unlockedRegistration || (typed !== undefined && unlockedRegistration.email !== canonicalEmail(typed)))
    return undefined;
  await lockAddress(sql, unlockedRegistration.email);
  // read again under the lock
  const pending = await findRegistrationByLink(sql, token);
  const account = await lockAccountOf(sql, unlockedRegistration.email);
  if (!pending || account?.isConfirmed) return undefined;
  return claimRegistration(tokens, sql, pending, account?.id, kept);
}

const keepsNothing: KeptParts = { password: false };

async function proveAndOpenSession(
  tokens: TokenService,
  sql: Sql,
  userId: Uuid,
  origin: SessionOrigin,
): Promise<GrantedSession> {
  await proveAddress(tokens, sql, userId, keepsNothing);
  return openTokenSession(tokens, sql, { userId, method: "otp", ...origin });
}
