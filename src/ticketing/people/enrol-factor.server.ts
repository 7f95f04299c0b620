import type { Uuid } from "#kernel/id.ts";
import type { Outcome } from "#kernel/outcome.ts";
import type { EnrolRefusal, NewFactor } from "#platform/identity/factors.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";

/**
 * Begins a second factor (decision 15): a secret for an application that makes codes, shown this once. It counts from
 * the first code that is shown of it (`verifyFactor`); until then nothing asks for it. Ten at most; names are unique
 * among one's own, an empty one is none.
 */
export async function enrolFactor(
  { database, identity }: PeopleServices,
  factor: { userId: Uuid; email: string; friendlyName: string },
): Promise<Outcome<NewFactor, EnrolRefusal>> {
  return database.withDuty("identity", (sql) => identity.factors.enrol(sql.$client, factor));
}
