import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { changeAddress } from "./change-address.server.ts";
import { claimRegistration } from "./claim-registration.server.ts";
import { consumeCode } from "./letter-code.server.ts";
import { consumeToken, type TokenPurpose } from "./one-time-token.server.ts";
import { type Kept, proveAddress } from "./prove-address.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { findByLink } from "./registration-store.server.ts";
import {
  type GrantedSession,
  openTokenSession,
  type SessionOrigin,
  type TokenParts,
} from "./token-session.server.ts";

/** What a letter was for, in the protocol's words. */
export type LetterType = "signup" | "email" | "magiclink" | "recovery" | "email_change";

export type LetterProof = {
  readonly type: LetterType;
  readonly token: string;
  /** Given when the person typed the address too: it must then be the one the letter went to. */
  readonly email: string | undefined;
};

/** What a link of a letter may be used for. */
const purposes: Record<LetterType, readonly TokenPurpose[]> = {
  signup: ["confirm-address"],
  email: ["confirm-address"],
  magiclink: ["confirm-address"],
  recovery: ["reset-password"],
  email_change: [],
};

/**
 * Uses up what a letter brought, the token of its link or the code in it, and opens a session: who has it owns the
 * address, which is thereby proven. Works once. The token of a sign-up makes its account, with the id that it answered. An
 * account that was used unproven loses every way in, its password too, because nobody has shown it here; else a
 * recovery leaves the password as it is. The session may set one.
 */
export async function verifyLetter(
  parts: TokenParts,
  { type, token, email }: LetterProof,
  origin: SessionOrigin,
): Promise<Outcome<GrantedSession, "otp_expired">> {
  if (type === "email_change") {
    const changed = await changeAddress(parts, token);
    if (!changed.ok) return refused("otp_expired");
    const { userId } = changed.value;
    return parts.database.withDuty("identity", async (sql) =>
      done(await openTokenSession(parts, sql, { userId, method: "otp", ...origin })),
    );
  }
  return parts.database.withDuty("identity", async (sql) => {
    if (email !== undefined && /^\d{6}$/.test(token)) {
      const userId = await byCode(parts, sql, { typed: email, code: token, address: origin.address });
      return userId === undefined || type === "recovery"
        ? refused("otp_expired")
        : done(await openConfirmed(parts, sql, userId, origin));
    }
    if (type !== "recovery") {
      const claimed = await byRegistration(parts, sql, token, email);
      if (claimed !== undefined)
        return done(await openTokenSession(parts, sql, { userId: claimed, method: "otp", ...origin }));
    }
    for (const purpose of purposes[type]) {
      const userId = (await consumeToken(sql.$client, purpose, token)) as Uuid | undefined;
      if (userId === undefined) continue;
      if (email !== undefined && (await addressOf(sql, userId)) !== canonicalEmail(email))
        return refused("otp_expired");
      return done(await openConfirmed(parts, sql, userId, origin));
    }
    return refused("otp_expired");
  });
}

async function byCode(
  parts: TokenParts,
  sql: Sql,
  { typed, code, address }: { typed: string; code: string; address: string },
): Promise<Uuid | undefined> {
  const email = canonicalEmail(typed);
  if (email === undefined) return undefined;
  const userId = (await findAccount(sql, email))?.id;
  const tried = { purpose: "sign-in-code", address, email, userId, code } as const;
  return (await consumeCode(sql.$client, parts.secret, tried)) ? userId : undefined;
}

async function byRegistration(
  parts: TokenParts,
  sql: Sql,
  token: string,
  typed: string | undefined,
): Promise<Uuid | undefined> {
  const seen = await findByLink(sql.$client, token);
  if (!seen || (typed !== undefined && seen.email !== canonicalEmail(typed))) return undefined;
  await lockAddress(sql, seen.email);
  // what another did meanwhile is seen now
  const pending = await findByLink(sql.$client, token);
  const account = await findAccount(sql, seen.email);
  if (!pending || account?.isConfirmed) return undefined;
  return claimRegistration(parts, sql, pending, account?.id);
}

const nothing: Kept = { password: false };

async function openConfirmed(
  parts: TokenParts,
  sql: Sql,
  userId: Uuid,
  origin: SessionOrigin,
): Promise<GrantedSession> {
  await proveAddress(parts, sql, userId, nothing);
  return openTokenSession(parts, sql, { userId, method: "otp", ...origin });
}

async function addressOf(sql: Sql, userId: Uuid): Promise<string | undefined> {
  const { rows } = await sql.$client.query<{ email: string }>({
    name: "address-of-account",
    text: 'SELECT email FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  return rows[0]?.email;
}
