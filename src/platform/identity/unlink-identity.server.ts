import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lockAccount } from "./factors.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { tellOwner } from "./tell-owner.server.ts";

/** Takes away one of the ways in which somebody signs in; never the last. */
export async function unlinkIdentity(
  parts: IdentityParts,
  { userId, identityId }: { userId: Uuid; identityId: Uuid },
): Promise<Outcome<null, "identity_unknown" | "last_identity">> {
  return parts.database.withDuty("identity", async (sql) => {
    await lockAccount(sql.$client, userId);
    const { rows } = await sql.$client.query<{ id: Uuid }>(
      "SELECT id FROM identity.account WHERE user_id = $1",
      [userId],
    );
    if (!rows.some(({ id }) => id === identityId)) return refused("identity_unknown");
    if (rows.length === 1) return refused("last_identity");
    await sql.$client.query("DELETE FROM identity.account WHERE id = $1", [identityId]);
    await tellOwner(parts, sql, { userId, kind: "identity_unlinked" });
    return done(null);
  });
}
