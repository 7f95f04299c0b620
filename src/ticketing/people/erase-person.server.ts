import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { noteOnPerson } from "./person-store.server.ts";
import type { Role } from "./roles.ts";

export type EraseRefusal =
  /** Somebody else takes the role first, so that nobody leaves the club without an administrator. */
  "administrator" | "unknown_person";

/**
 * Takes a person's account and name away for good (decision 33): credentials, sessions and keys are gone, name, e-mail
 * and phone are empty. The row stays, without a name, because orders and the journal point to it. Safe to repeat. What
 * orders know of the person is forgotten by `forgetBuyer`, before this.
 */
export async function erasePerson(
  { database, identity }: PeopleServices,
  { userId }: { userId: Uuid },
): Promise<Outcome<null, EraseRefusal>> {
  return database.withDuty("identity", async (sql) => {
    const { rows } = await sql.$client.query<{ role: Role; email: string | null }>(
      "SELECT role, email FROM profiles WHERE id = $1 FOR UPDATE",
      [userId],
    );
    const [person] = rows;
    if (!person) return refused("unknown_person");
    if (person.role === "admin") return refused("administrator");
    await identity.own.erase(sql, { userId, email: person.email ?? "" });
    await sql.$client.query(
      "UPDATE profiles SET full_name = NULL, email = NULL, phone = NULL, role = 'user', updated_at = now() WHERE id = $1",
      [userId],
    );
    await noteOnPerson(sql, { userId, by: userId, what: "account_erased" });
    return done(null);
  });
}
