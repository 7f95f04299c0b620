import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { PeopleServices } from "./appoint-person.server.ts";

/**
 * Takes one's own factor away; with the last one go the codes on paper. The caller has made sure who it is: the
 * password again, or a session that has shown the factor.
 */
export async function removeFactor(
  { database, identity }: PeopleServices,
  { userId, factorId }: { userId: Uuid; factorId: Uuid },
): Promise<Outcome<null, "factor_unknown">> {
  return database.withDuty("identity", async (sql) => {
    const removed = await identity.factors.remove(sql.$client, { userId, factorId });
    if (removed === undefined) return refused("factor_unknown");
    // one that never counted was no way in
    if (removed === "unverified") return done(null);
    await identity.tellOwner(sql, { userId, kind: "factor_removed" });
    return done(null);
  });
}
