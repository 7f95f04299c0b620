import type pg from "pg";
import { groupRoles, groupsOfLogin, type LoginName, loginNames, type RoleNames } from "./database-roles.ts";

/**
 * The password of each login. Null: the login needs none, because the embedded server knows its user by the socket.
 * Undefined: the login is managed elsewhere and must not be changed.
 */
export type LoginPasswords = (login: LoginName) => string | null | undefined;

/**
 * Makes the logins with these passwords, each a member of its own groups only. Safe to repeat; a changed password is
 * set. A statement contains nothing but role names and a password, both quoted by the server itself.
 */
export async function prepareLogins(
  client: pg.ClientBase,
  roles: RoleNames,
  passwordOf: LoginPasswords,
): Promise<void> {
  for (const login of loginNames) {
    const password = passwordOf(login);
    if (password === undefined) continue;
    const role = roles.logins[login];
    const ownGroups = groupsOfLogin[login].map((group) => roles[group] as string);
    const { rows } = await client.query<{ is_login: boolean }>(
      "SELECT rolcanlogin AND NOT rolinherit AS is_login FROM pg_roles WHERE rolname = $1",
      [role],
    );
    if (rows.length === 0) await run(client, "CREATE ROLE %I LOGIN NOINHERIT", [role], ["42710", "23505"]);
    else if (!rows[0]?.is_login) await run(client, "ALTER ROLE %I LOGIN NOINHERIT", [role]);
    // If an operator made the login and our account may not change it, it stays as it is.
    if (password !== null)
      await run(client, "ALTER ROLE %I PASSWORD %L", [role, password], rows.length > 0 ? ["42501"] : []);
    const memberships = await membershipsOf(client, role);
    for (const group of ownGroups.filter((name) => !memberships.includes(name)))
      await run(client, "GRANT %I TO %I", [group, role]);
    for (const extraGroup of memberships.filter((name) => !ownGroups.includes(name)))
      await run(client, "REVOKE %I FROM %I", [extraGroup, role]);
    // The role already forbids writes; this makes a writing statement fail with a clear message.
    if (login === "export" && rows.length === 0)
      await run(client, "ALTER ROLE %I SET default_transaction_read_only = on", [role]);
  }
}

/** The names of the roles that a login is a member of, directly or through others. */
export async function membershipsOf(client: Pick<pg.ClientBase, "query">, login: string): Promise<string[]> {
  const { rows } = await client.query<{ rolname: string }>(
    `WITH RECURSIVE held AS (
       SELECT roleid FROM pg_auth_members WHERE member = (SELECT oid FROM pg_roles WHERE rolname = $1)
       UNION SELECT m.roleid FROM pg_auth_members m JOIN held ON m.member = held.roleid)
     SELECT rolname FROM pg_roles WHERE oid IN (SELECT roleid FROM held) ORDER BY 1`,
    [login],
  );
  return rows.map((row) => row.rolname);
}

/** The groups that the login of earlier versions keeps: those of the public pages. */
export const keptByFormerLogin = (roles: RoleNames): string[] => [roles.anon, roles.customer];

/**
 * Takes every group beyond the public pages from the login of earlier versions, and records it, in one transaction
 * that never runs beside a preparation of the database. True when it is done; false while a process of an earlier
 * version is connected. Throws when the login keeps more, because another account granted it.
 */
export async function retireFormerLogin(client: pg.ClientBase, roles: RoleNames): Promise<boolean> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('estival.prepare'))");
    const isRetired = await retireAlone(client, roles);
    await client.query("COMMIT");
    return isRetired;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function retireAlone(client: pg.ClientBase, roles: RoleNames): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1 AND application_name IN ('estival', 'estival export')`,
    [roles.formerLogin],
  );
  if (rowCount !== 0) return false;
  const findExtraGroups = async () => {
    const memberships = await membershipsOf(client, roles.formerLogin);
    return groupRoles(roles).filter(
      (group) => memberships.includes(group) && !keptByFormerLogin(roles).includes(group),
    );
  };
  for (const group of await findExtraGroups())
    await run(client, "REVOKE %I FROM %I", [group, roles.formerLogin]);
  const remainingGroups = await findExtraGroups();
  if (remainingGroups.length > 0)
    throw new Error(
      `Contul ${roles.formerLogin} rămâne membru în ${remainingGroups.join(", ")}, prin alt rol sau cu dreptul dat de alt cont: retrage acel drept, apoi rulează din nou.`,
    );
  await client.query("UPDATE installation SET login_retired_at = coalesce(login_retired_at, now())");
  return true;
}

/** Records that there is nothing to retire, if the server has no login of earlier versions. */
export async function noteFormerLogin(client: pg.ClientBase, roles: RoleNames): Promise<void> {
  await client.query(
    `UPDATE installation SET login_retired_at = now()
     WHERE login_retired_at IS NULL AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`,
    [roles.formerLogin],
  );
}

/** Runs a statement about roles. These take no parameters, so the server quotes names (%I) and texts (%L) into it. */
async function run(
  client: pg.ClientBase,
  statement: string,
  parts: readonly string[],
  ignoredCodes: readonly string[] = [],
): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    "SELECT format($1, VARIADIC $2::text[]) AS statement",
    [statement, parts],
  );
  try {
    await client.query(rows[0]?.statement ?? "");
  } catch (error) {
    if (!ignoredCodes.includes((error as { code?: string }).code ?? "")) throw error;
  }
}
