import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { hashNewPassword } from "../passwords/hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "../passwords/password-rule.ts";
import { replacePassword } from "../passwords/reset-password.server.ts";
import { lockAccountOf, lockAddress } from "./account-locks.server.ts";
import { insertAccount } from "./account-store.server.ts";
import { markProven } from "./prove-address.server.ts";
import type { Registration } from "./register-account.server.ts";

type AccountToKeep = Pick<Registration, "email" | "password" | "fullName" | "phone"> & {
  /** Runs in the same transaction, after account and profile exist. */
  readonly afterWrite?: (sql: Sql, userId: Uuid) => Promise<void>;
};
export type KeepRefusal = PasswordRefusal | "email_invalid" | "busy";

/**
 * Makes sure that this confirmed account exists with this password and name, for the operator (first administrator,
 * demo season); no page calls it. Safe to repeat; an existing account loses its sessions. An unproven account loses
 * everything that somebody else may have entered, even the phone.
 */
export async function keepAccount(
  identity: Identity,
  { email: typed, password, fullName, phone, afterWrite: also }: AccountToKeep,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  const email = canonicalEmail(typed);
  if (email === undefined) return refused("email_invalid");
  const wrong = passwordRefusalOf(password, [email, fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashNewPassword(identity, email, password);
  if (passwordHash === undefined) return refused("busy");
  return identity.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    const existingAccount = await lockAccountOf(sql, email);
    const userId = existingAccount?.id ?? newId();
    if (existingAccount) await replacePassword(sql, { userId, passwordHash });
    else await insertAccount(identity, sql, { userId, email, passwordHash, fullName, phone });
    const isProvenNow = (await markProven(sql, userId, { password: true })) !== undefined;
    await sql.query(
      `UPDATE profiles SET full_name = CASE WHEN $4 OR $2 <> '' THEN $2 ELSE full_name END,
         phone = CASE WHEN $4 THEN $3 ELSE phone END, updated_at = now() WHERE id = $1`,
      [userId, fullName, phone, isProvenNow],
    );
    await also?.(sql, userId);
    return done({ userId });
  });
}
