import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAddress } from "../accounts/account-locks.server.ts";
import { findAccount } from "../accounts/account-store.server.ts";
import { changeAddress } from "../accounts/change-address.server.ts";
import { claimRegistration } from "../accounts/claim-registration.server.ts";
import { type Kept, proveAddress } from "../accounts/prove-address.server.ts";
import { countWaiting, findByLink } from "../accounts/registration-store.server.ts";
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
 * account, with its password only when no other sign-up of the address waits. An unproven account loses every way to
 * sign in, even its password. A change of address also needs a complete session of that account.
 */
export async function verifyLetter(
  tokens: TokenService,
  { type, token, email }: LetterProof,
  origin: SessionOrigin,
  signedIn: SessionKey | null = null,
): Promise<Outcome<GrantedSession, "otp_expired">> {
  if (type === "email_change") {
    const changed = await changeAddress(tokens, { token, signedIn });
    if (!changed.ok) return refused("otp_expired");
    const { userId } = changed.value;
    return tokens.database.withDuty("identity", async (sql) =>
      done(await openTokenSession(tokens, sql, { userId, method: "otp", ...origin })),
    );
  }
  return tokens.database.withDuty("identity", async (sql) => {
    if (email !== undefined && /^\d{6}$/.test(token)) {
      const userId = await byCode(tokens, sql, { typed: email, code: token, address: origin.address });
      return userId === undefined || type === "recovery"
        ? refused("otp_expired")
        : done(await openConfirmed(tokens, sql, userId, origin));
    }
    if (type !== "recovery") {
      const claimed = await byRegistration(tokens, sql, token, email);
      if (claimed !== undefined)
        return done(await openTokenSession(tokens, sql, { userId: claimed, method: "otp", ...origin }));
    }
    for (const purpose of purposes[type]) {
      const userId = (await consumeToken(sql, purpose, token)) as Uuid | undefined;
      if (userId === undefined) continue;
      if (email !== undefined && (await addressOf(sql, userId)) !== canonicalEmail(email))
        return refused("otp_expired");
      return done(await openConfirmed(tokens, sql, userId, origin));
    }
    return refused("otp_expired");
  });
}

async function byCode(
  tokens: TokenService,
  sql: Sql,
  { typed, code, address }: { typed: string; code: string; address: string },
): Promise<Uuid | undefined> {
  const email = canonicalEmail(typed);
  if (email === undefined) return undefined;
  const userId = (await findAccount(sql, email))?.id;
  const attempt = { purpose: "sign-in-code", address, email, userId, code } as const;
  return (await consumeCode(sql, tokens.tokenSecret, attempt)) ? userId : undefined;
}

async function byRegistration(
  tokens: TokenService,
  sql: Sql,
  token: string,
  typed: string | undefined,
): Promise<Uuid | undefined> {
  const seen = await findByLink(sql, token);
  if (!seen || (typed !== undefined && seen.email !== canonicalEmail(typed))) return undefined;
  await lockAddress(sql, seen.email);
  // read again under the lock
  const pending = await findByLink(sql, token);
  const account = await findAccount(sql, seen.email);
  if (!pending || account?.isConfirmed) return undefined;
  // when several sign-ups share the address, the link does not prove whose password this is
  const password = (await countWaiting(sql, seen.email)) === 1;
  return claimRegistration(tokens, sql, pending, account?.id, { password });
}

const nothing: Kept = { password: false };

async function openConfirmed(
  tokens: TokenService,
  sql: Sql,
  userId: Uuid,
  origin: SessionOrigin,
): Promise<GrantedSession> {
  await proveAddress(tokens, sql, userId, nothing);
  return openTokenSession(tokens, sql, { userId, method: "otp", ...origin });
}

async function addressOf(sql: Sql, userId: Uuid): Promise<string | undefined> {
  const { rows } = await sql.query<{ email: string }>({
    name: "address-of-account",
    text: 'SELECT email FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  return rows[0]?.email;
}
