import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Database, Sql } from "#platform/database/database.server.ts";
import type { Identity, KeepRefusal } from "#platform/identity/identity.server.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { noteOnPerson, writeRole } from "./person-store.server.ts";
import type { Role } from "./roles.ts";
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
 * Makes a person with a confirmed address, or gives one that exists this password and role; all sessions end, and no
 * letter is written. For the demo season. Safe to repeat.
 */
export async function createPerson(
  { identity }: PeopleServices,
  { role, ...account }: NewPerson,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return identity.keepAccount({
    ...account,
    also: async (sql, userId) => {
      await giveRole(identity, sql, { userId, role, by: null });
    },
  });
}

/** The same for whoever runs the machine, who makes an administrator: the others hear of it. */
export async function createAdministrator(
  { identity }: PeopleServices,
  account: Omit<NewPerson, "role">,
): Promise<Outcome<{ userId: Uuid }, KeepRefusal>> {
  return identity.keepAccount({
    ...account,
    also: async (sql, userId) => {
      const change = await giveRole(identity, sql, { userId, role: "admin", by: null });
      if (change) await tellAdministrators(sql, change);
    },
  });
}

export type AppointRefusal =
  | "not_allowed"
  /** The last administrator cannot stop being one. */
  | "last_administrator"
  | "unknown_person";

/**
 * Changes a person's role (I23): the one way there is. Ends the person's sessions, so that the next request asks for
 * a new login; every administrator and the person get a letter. The caller has had the administrator's password entered again (decision 34).
 */
export async function appointPerson(
  { database, identity }: PeopleServices,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid },
): Promise<Outcome<null, AppointRefusal>> {
  return database.withDuty("identity", async (sql) => {
    // every administrator's row is locked, so that two cannot dismiss each other at once
    const { rows } = await sql.$client.query<{ id: Uuid; role: Role }>(
      "SELECT id, role FROM profiles WHERE role = 'admin' OR id = ANY($1::uuid[]) ORDER BY id FOR UPDATE",
      [[userId, by]],
    );
    const roleOf = (id: Uuid) => rows.find((row) => row.id === id)?.role;
    const asking = roleOf(by);
    if (!mayDo(asking ? { role: asking } : null, "appoint-person")) return refused("not_allowed");
    const present = roleOf(userId);
    if (present === undefined) return refused("unknown_person");
    const administrators = rows.filter((row) => row.role === "admin").length;
    if (present === "admin" && role !== "admin" && administrators === 1) return refused("last_administrator");
    const change = await giveRole(identity, sql, { userId, role, by });
    if (change) await tellAdministrators(sql, change);
    return done(null);
  });
}

async function giveRole(
  identity: Identity,
  sql: Sql,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid | null },
): Promise<RoleChange | undefined> {
  const before = await writeRole(sql, userId, role);
  if (before === undefined) return undefined;
  await noteOnPerson(sql, { userId, by, what: "role_changed", before: { role: before }, after: { role } });
  const detail = `${before} -> ${role}`;
  await recordSecurityEvent(sql.$client, { kind: "role_changed", personId: userId, actorId: by, detail });
  await identity.endSessions(sql, userId);
  return { userId, by, before, after: role };
}
