import type { Uuid } from "#kernel/id.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { noteOnPerson } from "./person-store.server.ts";

/**
 * Ten new codes for paper, for when the device with the factor is lost, in place of all older ones. Shown this once;
 * each opens one sign-in (`identity.passSecondFactor`). The caller has made sure who it is.
 */
export async function renewRecoveryCodes(
  { database, identity }: PeopleServices,
  userId: Uuid,
): Promise<string[]> {
  return database.withDuty("identity", async (sql) => {
    const { codes, replaced } = await identity.factors.renewRecoveryCodes(sql.$client, userId);
    await noteOnPerson(sql, { userId, by: userId, what: "recovery_codes_renewed" });
    // the first ones come with the factor, of which there is a letter already
    if (replaced > 0) await identity.tellOwner(sql, { userId, kind: "recovery_codes_renewed" });
    return codes;
  });
}
