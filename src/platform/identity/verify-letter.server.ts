import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { confirmOwner } from "./confirm-account.server.ts";
import { consumeToken, type TokenPurpose } from "./one-time-token.server.ts";
import {
  type GrantedSession,
  openTokenSession,
  type SessionOrigin,
  type TokenParts,
} from "./token-session.server.ts";

/** What a letter was for, in the protocol's words. */
export type LetterType = "signup" | "email" | "magiclink" | "recovery";

export type LetterProof = {
  readonly type: LetterType;
  readonly token: string;
  /** Given when the person typed the address too: it must then be the one the letter went to. */
  readonly email: string | undefined;
};

const purposes: Record<LetterType, readonly TokenPurpose[]> = {
  signup: ["confirm-address"],
  email: ["confirm-address"],
  magiclink: ["confirm-address"],
  recovery: ["reset-password"],
};

/**
 * Uses up what a letter brought and opens a session: who has it owns the address, which is thereby confirmed. Works
 * once. A recovery leaves the password as it is; the session may change it.
 */
export async function verifyLetter(
  parts: TokenParts,
  { type, token, email }: LetterProof,
  origin: SessionOrigin,
): Promise<Outcome<GrantedSession, "otp_expired">> {
  return parts.database.withDuty("identity", async (sql) => {
    for (const purpose of purposes[type]) {
      const userId = (await consumeToken(sql.$client, purpose, token)) as Uuid | undefined;
      if (userId === undefined) continue;
      if (email !== undefined && (await addressOf(sql, userId)) !== canonicalEmail(email))
        return refused("otp_expired");
      await confirmOwner(parts, sql, userId);
      return done(await openTokenSession(parts, sql, { userId, method: "otp", ...origin }));
    }
    return refused("otp_expired");
  });
}

async function addressOf(sql: Sql, userId: Uuid): Promise<string | undefined> {
  const { rows } = await sql.$client.query<{ email: string }>({
    name: "address-of-account",
    text: 'SELECT email FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  return rows[0]?.email;
}
