import { type Outcome, refused } from "#kernel/outcome.ts";
import type { EnrolRefusal, NewFactor } from "#platform/identity/factors/factors.server.ts";
import { lockWithSession, type SessionKey } from "#platform/identity/sessions/own-sessions.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";

/**
 * Begins a second factor: a secret for an authenticator application, shown once. It is active from its first right
 * code on (`verifyFactor`). A person has at most ten, with unique names; an empty name counts as none. Refused for a
 * session that has ended.
 */
export async function enrolFactor(
  { database, identity }: PeopleServices,
  factor: SessionKey & { email: string; friendlyName: string },
): Promise<Outcome<NewFactor, EnrolRefusal | "session_not_found">> {
  return database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, factor))) return refused("session_not_found");
    return identity.factors.enrol(sql, factor);
  });
}
