import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome } from "#kernel/outcome.ts";
import type { CodeRefusal } from "#platform/identity/factors.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { noteOnPerson } from "./person-store.server.ts";

export type ShownCode = {
  readonly userId: Uuid;
  readonly factorId: Uuid;
  /** The session that shows it, by the hash of its token. */
  readonly sessionHash: string;
  readonly code: string;
};

/**
 * Takes a code of one's own factor, once, and notes on the session that it was shown. The first code of a factor makes
 * it count: from then on a sign-in asks for one, and the sessions that have shown none end. Five wrong ones, then a
 * wait.
 */
export async function verifyFactor(
  { database, identity }: PeopleServices,
  { userId, factorId, sessionHash, code }: ShownCode,
): Promise<Outcome<null, CodeRefusal>> {
  return database.withDuty("identity", async (sql) => {
    const taken = await identity.factors.takeCode(sql.$client, { userId, factorId, code });
    if (!taken.ok) return taken;
    await identity.factors.raise(sql.$client, { userId, sessionHash, taken: taken.value });
    if (!taken.value.wasVerified) {
      await noteOnPerson(sql, { userId, by: userId, what: "factor_added" });
      await identity.tellOwner(sql, { userId, kind: "factor_added" });
    }
    return done(null);
  });
}
