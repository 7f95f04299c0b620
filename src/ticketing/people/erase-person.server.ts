import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "#platform/identity/accounts/account-locks.server.ts";
import { eraseAccount } from "#platform/identity/accounts/erase-account.server.ts";
import type { PeopleServices } from "./appoint-person.server.ts";
import { endHandedOut } from "./handed-out-store.server.ts";
import { lockHoldsOf } from "./holder-locks.server.ts";
import { lockPerson, noteOnPerson, updateProfile } from "./person-store.server.ts";

/** Erases the person from orders (`forgetBuyer`), after whatever would still give the person one. */
type Forget = () => Promise<Outcome<null, "order_open">>;

export type EraseRefusal =
  /** An order waits for its payment. */
  | "order_open"
  /** A member of the team must lose the role first, so that the administrators know who did what they read. */
  | "in_team"
  | "unknown_person";

/**
 * Erases an account for good. Deletes credentials, sessions, passkeys and notes about the person, empties name, email
 * and phone, and ends what the person handed out (`handedOut`). The row stays, because orders and the journal refer
 * to it. `forget` runs first, in its own transaction. A hold, claim or acceptance that has begun ends before, or is
 * refused afterwards. Safe to repeat.
 */
export async function erasePerson(
  { database }: Pick<PeopleServices, "database">,
  { userId, forget }: { userId: Uuid; forget?: Forget },
): Promise<Outcome<null, EraseRefusal>> {
  return database.withDuty("identity", async (sql) => {
    // the address stays, and with it the locks of holds
    await lockAccount(sql, userId);
    await lockHoldsOf(sql, userId);
    if (await isInTeam(sql, userId)) return refused("in_team");
    const forgotten = await forget?.();
    if (forgotten && !forgotten.ok) return forgotten;
    const person = await lockPerson(sql, userId);
    if (!person) return refused("unknown_person");
    if (person.role !== "user") return refused("in_team");
    await sql.query("DELETE FROM person_notes WHERE person_id = $1", [userId]);
    await endHandedOut(sql, { userId, role: "user", by: userId });
    // an address that was never proven may be somebody else's
    await sql.query(
      `DELETE FROM team_invitations WHERE email = $1 AND EXISTS (SELECT FROM identity."user" WHERE id = $2 AND email_verified)`,
      [person.email?.toLowerCase(), userId],
    );
    await eraseAccount(sql, { userId, email: person.email ?? "" });
    await updateProfile(sql, userId, { fullName: null, email: null, phone: null, role: "user" });
    await noteOnPerson(sql, { userId, by: userId, what: "account_erased" });
    return done(null);
  });
}

async function isInTeam(sql: Sql, userId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.query("SELECT FROM profiles WHERE id = $1 AND role <> 'user'", [userId]);
  return rowCount === 1;
}
