import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { tellOwner } from "#platform/identity/letters/tell-owner.server.ts";
import { lockWithSession, type SessionKey } from "#platform/identity/sessions/own-sessions.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";

/**
 * Removes a person's own factor; with the last factor also the recovery codes. The caller has asked for the password
 * again, or the session has shown the factor. Refused for a session that has ended.
 */
export async function removeFactor(
  { database, identity }: PeopleServices,
  { userId, sessionHash, factorId }: SessionKey & { factorId: Uuid },
): Promise<Outcome<null, "factor_unknown" | "session_not_found">> {
  return database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("session_not_found");
    const removed = await identity.factors.remove(sql, { userId, factorId });
    if (removed === undefined) return refused("factor_unknown");
    // a factor that was never verified protected nothing, so no email
    if (removed === "unverified") return done(null);
    await tellOwner(identity, sql, { userId, kind: "factor_removed" });
    return done(null);
  });
}
