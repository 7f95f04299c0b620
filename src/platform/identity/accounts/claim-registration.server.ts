import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { replaceHash } from "../passwords/reset-password.server.ts";
import { lockAccountOf, lockAddress } from "./account-locks.server.ts";
import { insertAccount } from "./account-store.server.ts";
import { type KeptParts, proveAddress } from "./prove-address.server.ts";
import type { PendingRegistration } from "./registration-store.server.ts";

/** The data that a new account gets from the person who has proven its address. */
export type NewOwner = Omit<PendingRegistration, "id" | "accountId">;

/** Makes the account of a registration, under its id. The caller has locked the address. `kept.password`: proven. */
export async function claimRegistration(
  identity: Identity,
  sql: Sql,
  { accountId, email, passwordHash, fullName, phone }: PendingRegistration,
  present: Uuid | undefined,
  kept: { readonly password: boolean } = { password: true },
): Promise<Uuid> {
  const owner = { email, passwordHash, fullName, phone };
  return makeProvenAccount(identity, sql, owner, present, { newUserId: accountId, kept });
}

/**
 * The proven account of an address whose owner has just proven it. A proven account stays as it is. Otherwise a new
 * account is made, or the unproven one taken, with the data of `owner`.
 */
export async function findOrMakeProvenAccount(
  identity: Identity,
  sql: Sql,
  owner: NewOwner,
): Promise<{ readonly userId: Uuid; readonly wasProven: boolean }> {
  await lockAddress(sql, owner.email);
  const present = await lockAccountOf(sql, owner.email);
  if (present?.isConfirmed) return { userId: present.id, wasProven: true };
  return { userId: await makeProvenAccount(identity, sql, owner, present?.id), wasProven: false };
}

/** Gives an address its proven account: a new one, or the unproven one, which keeps only id, orders and tickets. */
export async function makeProvenAccount(
  identity: Identity,
  sql: Sql,
  owner: NewOwner,
  present: Uuid | undefined,
  { newUserId = newId(), kept = { password: true } }: { newUserId?: Uuid; kept?: KeptParts } = {},
): Promise<Uuid> {
  const userId = present ?? newUserId;
  if (present === undefined) await insertAccount(identity, sql, { userId, ...owner });
  else {
    await replaceHash(sql, { userId, passwordHash: owner.passwordHash });
    await sql.query("UPDATE profiles SET full_name = $2, phone = $3, updated_at = now() WHERE id = $1", [
      userId,
      owner.fullName,
      owner.phone,
    ]);
  }
  await proveAddress(identity, sql, userId, kept);
  return userId;
}
