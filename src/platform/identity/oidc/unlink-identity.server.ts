import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { lockWithSession, type Mine } from "../sessions/own-sessions.server.ts";

/** Removes a linked identity or the password of an account, never the last of them. Refused to a session that has ended. */
export async function unlinkIdentity(
  identity: Identity,
  { userId, sessionHash, identityId }: Mine & { identityId: Uuid },
): Promise<Outcome<null, "identity_unknown" | "last_identity" | "session_not_found">> {
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("session_not_found");
    const { rows } = await sql.query<{ id: Uuid }>("SELECT id FROM identity.account WHERE user_id = $1", [
      userId,
    ]);
    if (!rows.some(({ id }) => id === identityId)) return refused("identity_unknown");
    if (rows.length === 1) return refused("last_identity");
    await sql.query("DELETE FROM identity.account WHERE id = $1", [identityId]);
    // sign-ins and links that have begun end with it
    await sql.query("DELETE FROM identity.flow_state WHERE user_id = $1 OR links_to = $1", [userId]);
    await tellOwner(identity, sql, { userId, kind: "identity_unlinked" });
    return done(null);
  });
}
