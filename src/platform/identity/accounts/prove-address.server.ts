import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { endTokens } from "../tokens/one-time-token.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";

/**
 * The parts that an unproven account keeps when its address is proven. `everything`: for a person signed in to it.
 * Else whether the password stays, and the session that used it.
 */
export type KeptParts =
  | "everything"
  | { readonly password: boolean; readonly sessionHash?: string | undefined };

/**
 * Called when the person has proven the address. If it was unproven until now, others may have used the account: what
 * they added ends (`markProven`), and the business is told.
 */
export async function proveAddress(
  identity: Pick<Identity, "callbacks">,
  sql: Sql,
  userId: Uuid,
  kept: KeptParts,
): Promise<void> {
  const email = await markProven(sql, userId, kept);
  if (email !== undefined) await identity.callbacks.onConfirmed(sql, { userId, email });
}

/**
 * Marks the address proven. If it was not before, every way to sign in that is not `kept` ends: password, passkeys,
 * second factors and codes, linked identities, sessions, open links and sign-ins. Orders and tickets stay.
 * Registrations of the address are deleted. Resolves to the address if it was not proven before.
 */
export async function markProven(sql: Sql, userId: Uuid, kept: KeptParts): Promise<string | undefined> {
  const { rows } = await sql.query<{ email: string }>({
    name: "mark-proven",
    text: `UPDATE identity."user" SET email_verified = true, email_confirmed_at = now(), confirm_by = NULL, updated_at = now()
           WHERE id = $1 AND NOT email_verified RETURNING email`,
    values: [userId],
  });
  const email = rows[0]?.email;
  if (email === undefined) return undefined;
  await dropRegistrations(sql, email);
  if (kept === "everything") await endTokens(sql, "confirm-address", userId);
  else await dropWaysIn(sql, userId, kept);
  return email;
}

async function dropWaysIn(
  sql: Sql,
  userId: Uuid,
  { password, sessionHash }: Exclude<KeptParts, "everything">,
): Promise<void> {
  await sql.query("DELETE FROM identity.passkey WHERE user_id = $1", [userId]);
  await sql.query("DELETE FROM identity.factor WHERE user_id = $1", [userId]);
  await sql.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
  await sql.query("DELETE FROM identity.verification WHERE value = $1::text OR value LIKE $1::text || ' %'", [
    userId,
  ]);
  await sql.query("DELETE FROM identity.flow_state WHERE user_id = $1 OR links_to = $1", [userId]);
  await sql.query(
    "DELETE FROM identity.account WHERE user_id = $1 AND NOT ($2 AND provider_id = 'credential')",
    [userId, password],
  );
  await sql.query("DELETE FROM identity.session WHERE user_id = $1 AND token IS DISTINCT FROM $2::text", [
    userId,
    sessionHash ?? null,
  ]);
  // the factor that a kept session had shown is deleted, so the session goes back to aal1
  await sql.query("UPDATE identity.session SET aal = 'aal1' WHERE user_id = $1", [userId]);
}
