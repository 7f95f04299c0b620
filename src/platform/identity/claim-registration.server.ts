import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { proveAddress } from "./prove-address.server.ts";
import { insertAccount } from "./register-account.server.ts";
import type { PendingRegistration } from "./registration-store.server.ts";
import { replaceHash } from "./reset-password.server.ts";

/** What an account gets from whoever has proven its address. */
export type NewOwner = {
  readonly email: string;
  readonly passwordHash: string;
  readonly fullName: string;
  readonly phone: string;
};

/** Makes the account of a registration, with the id that the sign-up answered. The caller has locked the address. */
export async function claimRegistration(
  parts: IdentityParts,
  sql: Sql,
  { accountId, email, passwordHash, fullName, phone }: PendingRegistration,
  present: Uuid | undefined,
): Promise<Uuid> {
  return ownAccount(parts, sql, { email, passwordHash, fullName, phone }, present, accountId);
}

/**
 * Gives an address its proven account: a new one, or the one that was used unproven, which keeps its id, its orders and
 * its tickets and nothing else.
 */
export async function ownAccount(
  parts: IdentityParts,
  sql: Sql,
  owner: NewOwner,
  present: Uuid | undefined,
  newUserId: Uuid = newId(),
): Promise<Uuid> {
  const userId = present ?? newUserId;
  if (present === undefined) await insertAccount(parts, sql, { userId, ...owner });
  else {
    await replaceHash(parts, sql, { userId, passwordHash: owner.passwordHash });
    await sql.$client.query(
      "UPDATE profiles SET full_name = $2, phone = $3, updated_at = now() WHERE id = $1",
      [userId, owner.fullName, owner.phone],
    );
  }
  await proveAddress(parts, sql, userId, { password: true });
  return userId;
}
