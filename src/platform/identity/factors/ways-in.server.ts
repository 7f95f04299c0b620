import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { WaysInLeft } from "../accounts/account-events.ts";
import { isAddressProven } from "../accounts/account-facts.server.ts";
import type { Identity } from "../identity.server.ts";
import { findToken } from "../tokens/one-time-token.server.ts";
import { findFactors, type OwnFactors } from "./factors.server.ts";
import { listPasskeys, type OwnPasskey } from "./passkeys.server.ts";

type OwnIdentity = { readonly id: Uuid; readonly provider: string; readonly createdAt: Date };

/** The ways to sign in besides the password, and the second factors. */
type WaysIn = OwnFactors & {
  readonly passkeys: readonly OwnPasskey[];
  readonly identities: readonly OwnIdentity[];
};

/** The passkeys and identities to remove: the named ones, or all except the named ones. */
type Removal = { readonly keep: readonly string[] } | { readonly remove: readonly string[] };

export async function listWaysIn(identity: Identity, userId: Uuid): Promise<WaysIn> {
  const [passkeys, factors, { rows: identities }] = await Promise.all([
    listPasskeys(identity, userId),
    findFactors(identity, userId),
    identity.database.identity.query<OwnIdentity>({
      name: "list-identities",
      text: `SELECT id, provider_id AS provider, created_at AS "createdAt" FROM identity.account
             WHERE user_id = $1 AND provider_id <> 'credential' ORDER BY created_at, id`,
      values: [userId],
    }),
  ]);
  return { passkeys, identities, ...factors };
}

const noneToKeep: WaysIn = { passkeys: [], identities: [], factorIds: [], codesLeft: 0 };

/**
 * As `listWaysIn`, for the link of a password reset: those that the person may keep. An account whose address is
 * unproven loses all with the reset. Undefined when the link does not work. Does not use it up.
 */
export async function listWaysInOfReset(identity: Identity, token: string): Promise<WaysIn | undefined> {
  const sql = identity.database.identity;
  const userId = (await findToken(sql, "reset-password", token)) as Uuid | undefined;
  if (userId === undefined) return undefined;
  return (await isAddressProven(sql, userId)) ? listWaysIn(identity, userId) : noneToKeep;
}

/** Removes passkeys and identities of this account, which must have a password. */
export async function removeWaysIn(sql: Sql, userId: Uuid, removal: Removal): Promise<void> {
  const [namedIds, removesNamed] = "remove" in removal ? [removal.remove, true] : [removal.keep, false];
  await sql.query("DELETE FROM identity.passkey WHERE user_id = $1 AND (id::text = ANY($2::text[])) = $3", [
    userId,
    namedIds,
    removesNamed,
  ]);
  await sql.query(
    "DELETE FROM identity.account WHERE user_id = $1 AND provider_id <> 'credential' AND (id::text = ANY($2::text[])) = $3",
    [userId, namedIds, removesNamed],
  );
}

/** Removes every second factor and the recovery codes. The caller has checked the person. */
export async function removeFactors({ factors }: Identity, sql: Sql, userId: Uuid): Promise<void> {
  const { rows } = await sql.query<{ id: Uuid }>("SELECT id FROM identity.factor WHERE user_id = $1", [
    userId,
  ]);
  for (const { id } of rows) await factors.remove(sql, { userId, factorId: id });
}

export async function countWaysIn(sql: Sql, userId: Uuid): Promise<WaysInLeft> {
  const { rows } = await sql.query<WaysInLeft>({
    name: "count-ways-in",
    text: `SELECT (SELECT count(*)::int FROM identity.passkey WHERE user_id = $1) AS passkeys,
             (SELECT count(*)::int FROM identity.factor WHERE user_id = $1 AND status = 'verified') AS factors,
             (SELECT count(*)::int FROM identity.account WHERE user_id = $1 AND provider_id <> 'credential') AS identities`,
    values: [userId],
  });
  return rows[0] ?? { passkeys: 0, factors: 0, identities: 0 };
}
