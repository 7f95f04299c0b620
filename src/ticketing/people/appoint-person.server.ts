import { eq, inArray, or } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "#platform/identity/accounts/account-locks.server.ts";
import { type KeepRefusal, keepAccount } from "#platform/identity/accounts/keep-account.server.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { endSessions } from "#platform/identity/sessions/sessions.server.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { profiles } from "./people-tables.server.ts";
import { lockPerson, noteOnPerson, updateProfile } from "./person-store.server.ts";
import { type RoleChange, tellAdministrators } from "./tell-administrators.server.ts";

export type PeopleServices = { readonly database: Database; readonly identity: Identity };

export type NewPerson = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  readonly role: Role;
};

/**
 * Creates an account with a confirmed address, or sets password and role of one that exists; its sessions end. Sends no
 * email. For the demo season. Safe to repeat.
 */
export async function createPerson(
  { identity }: PeopleServices,
  { role, ...account }: NewPerson,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return keepAccount(identity, {
    ...account,
    also: async (sql, userId) => {
      await giveRole(sql, { userId, role, by: null });
    },
  });
}

/** The same for an administrator, by the operator: the other administrators get an email. */
export async function createAdministrator(
  { identity }: PeopleServices,
  account: Omit<NewPerson, "role">,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return keepAccount(identity, {
    ...account,
    also: async (sql, userId) => {
      const change = await giveRole(sql, { userId, role: "admin", by: null });
      if (change) await tellAdministrators(sql, change);
    },
  });
}

export type AppointRefusal =
  | NotAllowed
  /** The last administrator keeps the role. */
  | { readonly reason: "last_administrator" }
  | { readonly reason: "unknown_person" };

/**
 * Changes a person's role (I23); nothing else does. Ends the person's sessions; every administrator and the person get
 * an email. The caller has asked for the administrator's password again (decision 34).
 */
export async function appointPerson(
  { database }: Pick<PeopleServices, "database">,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid },
): Promise<Outcome<null, AppointRefusal>> {
  return database.withDuty("identity", async (sql) => {
    // an act of the person's sessions ends before this begins, or finds its session gone
    await lockAccount(sql, userId);
    // every administrator's row is locked, so that two cannot remove each other at once
    const rows = await builder(sql)
      .select({ id: profiles.id, role: profiles.role })
      .from(profiles)
      .where(or(eq(profiles.role, "admin"), inArray(profiles.id, [userId, by])))
      .orderBy(profiles.id)
      .for("update");
    const roleOf = (id: Uuid) => rows.find((row) => row.id === id)?.role;
    const asking = roleOf(by);
    if (!mayDo(asking ? { role: asking } : null, "appoint-person")) return refused(notAllowed);
    const present = roleOf(userId);
    if (present === undefined) return refused({ reason: "unknown_person" });
    const administrators = rows.filter((row) => row.role === "admin").length;
    if (present === "admin" && role !== "admin" && administrators === 1)
      return refused({ reason: "last_administrator" });
    const change = await giveRole(sql, { userId, role, by });
    if (change) await tellAdministrators(sql, change);
    return done(null);
  });
}

async function giveRole(
  sql: Sql,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid | null },
): Promise<RoleChange | undefined> {
  const before = (await lockPerson(sql, userId))?.role;
  if (before === undefined || before === role) return undefined;
  await updateProfile(sql, userId, { role });
  await noteOnPerson(sql, { userId, by, what: "role_changed", before: { role: before }, after: { role } });
  const detail = `${before} -> ${role}`;
  await recordSecurityEvent(sql, { kind: "role_changed", personId: userId, actorId: by, detail });
  await endSessions(sql, userId);
  return { userId, by, before, after: role };
}
