import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { tellOwner } from "#platform/identity/letters/tell-owner.server.ts";
import { lockWithSession, type SessionKey } from "#platform/identity/sessions/own-sessions.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { noteOnPerson } from "./person-store.server.ts";

/**
 * Replaces a person's recovery codes with ten new ones, in case the device with the factor is lost. They are shown
 * once; each opens one sign-in (`passSecondFactor`). Refused without a second factor, and for a session that has
 * ended. The caller has checked a fresh proof.
 */
export async function renewRecoveryCodes(
  { database, identity }: PeopleServices,
  session: SessionKey,
): Promise<Outcome<string[], "no_factor" | "session_not_found">> {
  const { userId } = session;
  return database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, session))) return refused("session_not_found");
    const renewed = await identity.factors.renewRecoveryCodes(sql, userId);
    if (!renewed.ok) return renewed;
    const { codes, replaced } = renewed.value;
    await noteOnPerson(sql, { userId, by: userId, what: "recovery_codes_renewed" });
    // the first codes come with the factor, which has its own email
    if (replaced > 0) await tellOwner(identity, sql, { userId, kind: "recovery_codes_renewed" });
    return done(codes);
  });
}
