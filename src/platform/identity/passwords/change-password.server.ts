import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { removeFactors, removeWaysIn } from "../factors/ways-in.server.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { lockWithSession } from "../sessions/own-sessions.server.ts";
import { hashNewPassword } from "./hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "./password-rule.ts";
import { replaceHash, reportPasswordChange } from "./reset-password.server.ts";

type PasswordChange = {
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
  /** Ids of passkeys and identities to remove together with the old password. */
  readonly remove?: readonly string[];
  /** Whether to remove the second factor too, which this session has shown. */
  readonly stopFactor?: boolean;
};

/**
 * Changes an account's password for its owner. Every other session ends, and the owner gets an email with the number
 * of other ways to sign in. The caller has checked the present password again.
 */
export async function changePassword(
  identity: Identity,
  { userId, email, sessionHash, password, remove = [], stopFactor = false }: PasswordChange,
): Promise<Outcome<null, PasswordRefusal | "busy" | "session_not_found">> {
  const wrong = passwordRefusalOf(password, [email]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashNewPassword(identity, userId, password);
  if (passwordHash === undefined) return refused("busy");
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("session_not_found");
    await replaceHash(sql, { userId, passwordHash });
    await sql.query("DELETE FROM identity.session WHERE user_id = $1 AND token <> $2", [userId, sessionHash]);
    await removeWaysIn(sql, userId, { remove });
    if (stopFactor) {
      await removeFactors(identity, sql, userId);
      await tellOwner(identity, sql, { userId, kind: "factor_removed" });
    }
    await reportPasswordChange(identity, sql, { userId, email });
    return done(null);
  });
}
