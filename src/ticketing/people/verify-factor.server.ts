import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome } from "#kernel/outcome.ts";
import type { CodeRefusal } from "#platform/identity/factors/factors.server.ts";
import { tellOwner } from "#platform/identity/letters/tell-owner.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { noteOnPerson } from "./person-store.server.ts";

export type ShownCode = {
  readonly userId: Uuid;
  readonly factorId: Uuid;
  /** The hash of the session's token. */
  readonly sessionHash: string;
  readonly code: string;
};

/**
 * Checks a code of a person's own factor; each code works once. Notes on the session that the factor was shown. The
 * first right code activates the factor (`isNew`): from then on a sign-in asks for a code, and sessions without one
 * end. After five wrong codes the person must wait.
 */
export async function verifyFactor(
  { database, identity }: PeopleServices,
  { userId, factorId, sessionHash, code }: ShownCode,
): Promise<Outcome<{ isNew: boolean }, CodeRefusal>> {
  return database.withDuty("identity", async (sql) => {
    const taken = await identity.factors.takeCode(sql, { userId, factorId, sessionHash, code });
    if (!taken.ok) return taken;
    await identity.factors.recordShownFactor(sql, { userId, sessionHash, acceptedCode: taken.value });
    const isNew = !taken.value.wasVerified;
    if (isNew) {
      await noteOnPerson(sql, { userId, by: userId, what: "factor_added" });
      await tellOwner(identity, sql, { userId, kind: "factor_added" });
    }
    return done({ isNew });
  });
}
