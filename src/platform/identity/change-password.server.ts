import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { replaceHash, tellOfPassword } from "./reset-password.server.ts";
import { tellOwner } from "./tell-owner.server.ts";
import { removeFactors, removeWaysIn } from "./ways-in.server.ts";

export type PasswordChange = {
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
  /** Passkeys and identities, by id, that go with the old password. */
  readonly remove?: readonly string[];
  /** Whether the second factor goes too; this session has shown it. */
  readonly stopFactor?: boolean;
};

/**
 * Gives one's own account another password. Every other session ends, and the owner gets a letter with what else leads
 * into the account. The caller has had the present password entered again (decision 34).
 */
export async function changePassword(
  parts: IdentityParts,
  { userId, email, sessionHash, password, remove = [], stopFactor = false }: PasswordChange,
): Promise<Outcome<null, PasswordRefusal | "busy">> {
  const wrong = wrongWithPassword(password, [email]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, userId, password);
  if (passwordHash === undefined) return refused("busy");
  return parts.database.withDuty("identity", async (sql) => {
    await replaceHash(parts, sql, { userId, passwordHash });
    await sql.$client.query("DELETE FROM identity.session WHERE user_id = $1 AND token <> $2", [
      userId,
      sessionHash,
    ]);
    await parts.callbacks.onSecurityEvent(sql.$client, { kind: "password_changed", userId });
    await removeWaysIn(sql.$client, userId, { remove });
    if (stopFactor) {
      await removeFactors(parts, sql.$client, userId);
      await tellOwner(parts, sql, { userId, kind: "factor_removed" });
    }
    await tellOfPassword(parts, sql, { userId, email });
    return done(null);
  });
}
