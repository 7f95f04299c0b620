import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { endTokens } from "./one-time-token.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";

/**
 * What stays of an account that was used before its address was proven: everything for whoever is signed in to it; else
 * the password that was just used or set, and the session of whoever used it.
 */
export type Kept = "everything" | { readonly password: boolean; readonly sessionHash?: string | undefined };

/**
 * The person has shown that the address is theirs. The first time, others may have been there before: what they added
 * goes (`markProven`), and the business hears of it.
 */
export async function proveAddress(
  parts: Pick<IdentityParts, "callbacks">,
  sql: Sql,
  userId: Uuid,
  kept: Kept,
): Promise<void> {
  const email = await markProven(sql, userId, kept);
  if (email !== undefined) await parts.callbacks.onConfirmed(sql, { userId, email });
}

/**
 * Marks the address proven. If it was not before, every way into the account that is not `kept` ends: password, keys,
 * second factors and their codes, linked identities and those being linked, sessions, open links and tickets. Orders and
 * tickets stay. Registrations that waited for the address go. Resolves to the address, if it was not proven before.
 */
export async function markProven(sql: Sql, userId: Uuid, kept: Kept): Promise<string | undefined> {
  const { rows } = await sql.$client.query<{ email: string }>({
    name: "mark-proven",
    text: `UPDATE identity."user" SET email_verified = true, email_confirmed_at = now(), confirm_by = NULL, updated_at = now()
           WHERE id = $1 AND NOT email_verified RETURNING email`,
    values: [userId],
  });
  const email = rows[0]?.email;
  if (email === undefined) return undefined;
  await dropRegistrations(sql.$client, email);
  if (kept === "everything") await endTokens(sql.$client, "confirm-address", userId);
  else await dropWaysIn(sql, userId, kept);
  return email;
}

async function dropWaysIn(
  sql: Sql,
  userId: Uuid,
  { password, sessionHash }: Exclude<Kept, "everything">,
): Promise<void> {
  await sql.$client.query("DELETE FROM identity.passkey WHERE user_id = $1", [userId]);
  await sql.$client.query("DELETE FROM identity.factor WHERE user_id = $1", [userId]);
  await sql.$client.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
  await sql.$client.query(
    "DELETE FROM identity.verification WHERE value = $1::text OR value LIKE $1::text || ' %'",
    [userId],
  );
  await sql.$client.query("DELETE FROM identity.flow_state WHERE user_id = $1 OR links_to = $1", [userId]);
  await sql.$client.query(
    "DELETE FROM identity.account WHERE user_id = $1 AND NOT ($2 AND provider_id = 'credential')",
    [userId, password],
  );
  await sql.$client.query(
    "DELETE FROM identity.session WHERE user_id = $1 AND token IS DISTINCT FROM $2::text",
    [userId, sessionHash ?? null],
  );
  // what was kept has shown no factor that still is
  await sql.$client.query("UPDATE identity.session SET aal = 'aal1' WHERE user_id = $1", [userId]);
}
