import type { Uuid } from "#kernel/id.ts";
import type { IdentityParts } from "./identity-parts.server.ts";

/** The second factors of an account that count, and how many codes on paper are left. */
export type OwnFactors = { readonly factorIds: readonly Uuid[]; readonly codesLeft: number };

/** What an account asks for beside the password. */
export async function findFactors({ database }: IdentityParts, userId: Uuid): Promise<OwnFactors> {
  const { rows } = await database.identity.$client.query<OwnFactors>({
    name: "find-own-factors",
    text: `SELECT ARRAY(SELECT id FROM identity.factor WHERE user_id = $1 AND status = 'verified' ORDER BY created_at) AS "factorIds",
             (SELECT count(*)::int FROM identity.recovery_code WHERE user_id = $1) AS "codesLeft"`,
    values: [userId],
  });
  return rows[0] ?? { factorIds: [], codesLeft: 0 };
}
