import { eq, inArray, or } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Role } from "#platform/database/database-roles.ts";
import { isAddressProven } from "#platform/identity/accounts/account-facts.server.ts";
import { lockAccount } from "#platform/identity/accounts/account-locks.server.ts";
import { type KeepRefusal, keepAccount } from "#platform/identity/accounts/keep-account.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { isOfTeam } from "#ticketing/rights/role-rights.ts";
import { profiles } from "./people-tables.server.ts";
import { giveRole } from "./role-store.server.ts";
import { tellAdministrators } from "./tell-administrators.server.ts";

export type PeopleServices = { readonly database: Database; readonly identity: Identity };

export type NewPerson = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  readonly role: Role;
};

/** Creates an account with a confirmed address, or sets password and role and ends sessions. For the demo season. */
export async function createPerson(
  { identity }: PeopleServices,
  { role, ...account }: NewPerson,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return keepAccount(identity, {
    ...account,
    afterWrite: async (sql, userId) => {
      await giveRole(sql, { userId, role, by: null });
    },
  });
}

/** Does the same for an administrator, in the operator's name; the other administrators get an email. */
export async function createAdministrator(
  { identity }: PeopleServices,
  account: Omit<NewPerson, "role">,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return keepAccount(identity, {
    ...account,
    afterWrite: async (sql, userId) => {
      const change = await giveRole(sql, { userId, role: "admin", by: null });
      if (change) await tellAdministrators(sql, change);
    },
  });
}

export type AppointRefusal =
  | NotAllowed
  /** The last administrator must keep the role. */
  | { readonly reason: "last_administrator" }
  | { readonly reason: "unknown_person" }
  /** Nobody has proven the account's address: a stranger may have typed it, so it gets no role. */
  | { readonly reason: "unproven" };

/**
 * Changes a person's role (I23); "user" takes every right away. Ends the person's sessions. The person and every
 * administrator get an email. The caller has asked for the administrator's password again.
 */
export async function appointPerson(
  { database }: Pick<PeopleServices, "database">,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid },
): Promise<Outcome<null, AppointRefusal>> {
  return database.withDuty("identity", async (sql) => {
    // an act of the person's sessions either ends before this begins, or finds its session gone
    await lockAccount(sql, userId);
    // locks the rows of all administrators, so that two cannot remove each other at once
    const rows = await builder(sql)
      .select({ id: profiles.id, role: profiles.role })
      .from(profiles)
      .where(or(eq(profiles.role, "admin"), inArray(profiles.id, [userId, by])))
      .orderBy(profiles.id)
      .for("update");
    const roleOf = (id: Uuid) => rows.find((row) => row.id === id)?.role;
    const ownRole = roleOf(by);
    if (!mayDo(ownRole ? { role: ownRole } : null, "appoint-person")) return refused(notAllowed);
    const presentRole = roleOf(userId);
    if (presentRole === undefined) return refused({ reason: "unknown_person" });
    const administrators = rows.filter((row) => row.role === "admin").length;
    if (presentRole === "admin" && role !== "admin" && administrators === 1)
      return refused({ reason: "last_administrator" });
    if (isOfTeam(role) && !(await isAddressProven(sql, userId))) return refused({ reason: "unproven" });
    const change = await giveRole(sql, { userId, role, by });
    if (change) await tellAdministrators(sql, change);
    return done(null);
  });
}
