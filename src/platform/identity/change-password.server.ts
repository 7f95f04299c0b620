import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { replaceHash } from "./reset-password.server.ts";

export type PasswordChange = {
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
};

/**
 * Gives one's own account another password. Every other session ends, and the owner gets a letter. The caller has had
 * the present password entered again (decision 34).
 */
export async function changePassword(
  parts: IdentityParts,
  { userId, email, sessionHash, password }: PasswordChange,
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
    await parts.callbacks.onLetter(sql, { kind: "password_changed", userId, email });
    return done(null);
  });
}
