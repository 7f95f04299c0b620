import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import type { IdentityParts, WaysInLeft } from "./identity-parts.server.ts";
import { findToken } from "./one-time-token.server.ts";
import { findFactors, type OwnFactors } from "./own-factors.server.ts";
import { listPasskeys, type OwnPasskey } from "./passkeys.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;

export type OwnIdentity = { readonly id: Uuid; readonly provider: string; readonly createdAt: Date };

/** How somebody gets into an account without the password, and what is asked beside it. */
export type WaysIn = OwnFactors & {
  readonly passkeys: readonly OwnPasskey[];
  readonly identities: readonly OwnIdentity[];
};

/** Which passkeys and identities go: those named, or all but those named. */
export type Removal = { readonly keep: readonly string[] } | { readonly remove: readonly string[] };

/** The ways into one's own account. */
export async function listWaysIn(parts: IdentityParts, userId: Uuid): Promise<WaysIn> {
  const [passkeys, factors, { rows: identities }] = await Promise.all([
    listPasskeys(parts, userId),
    findFactors(parts, userId),
    parts.database.identity.$client.query<OwnIdentity>({
      name: "list-identities",
      text: `SELECT id, provider_id AS provider, created_at AS "createdAt" FROM identity.account
             WHERE user_id = $1 AND provider_id <> 'credential' ORDER BY created_at, id`,
      values: [userId],
    }),
  ]);
  return { passkeys, identities, ...factors };
}

/** The same for whoever has the link of a reset; undefined when it would not work. Uses nothing up. */
export async function listWaysInOfReset(parts: IdentityParts, token: string): Promise<WaysIn | undefined> {
  const userId = await findToken(parts.database.identity.$client, "reset-password", token);
  return userId === undefined ? undefined : listWaysIn(parts, userId as Uuid);
}

/** Takes passkeys and identities of this account away. A password must stand. */
export async function removeWaysIn(sql: Queryable, userId: Uuid, removal: Removal): Promise<void> {
  const [named, goNamed] = "remove" in removal ? [removal.remove, true] : [removal.keep, false];
  await sql.query("DELETE FROM identity.passkey WHERE user_id = $1 AND (id::text = ANY($2::text[])) = $3", [
    userId,
    named,
    goNamed,
  ]);
  await sql.query(
    "DELETE FROM identity.account WHERE user_id = $1 AND provider_id <> 'credential' AND (id::text = ANY($2::text[])) = $3",
    [userId, named, goNamed],
  );
}

/** Takes every second factor away, with the codes on paper. The caller has made sure who it is. */
export async function removeFactors({ factors }: IdentityParts, sql: Queryable, userId: Uuid): Promise<void> {
  const { rows } = await sql.query<{ id: Uuid }>("SELECT id FROM identity.factor WHERE user_id = $1", [
    userId,
  ]);
  for (const { id } of rows) await factors.remove(sql, { userId, factorId: id });
}

export async function countWaysIn(sql: Queryable, userId: Uuid): Promise<WaysInLeft> {
  const { rows } = await sql.query<WaysInLeft>({
    name: "count-ways-in",
    text: `SELECT (SELECT count(*)::int FROM identity.passkey WHERE user_id = $1) AS passkeys,
             (SELECT count(*)::int FROM identity.factor WHERE user_id = $1 AND status = 'verified') AS factors,
             (SELECT count(*)::int FROM identity.account WHERE user_id = $1 AND provider_id <> 'credential') AS identities`,
    values: [userId],
  });
  return rows[0] ?? { passkeys: 0, factors: 0, identities: 0 };
}
