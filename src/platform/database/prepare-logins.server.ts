import type pg from "pg";
import { groupRoles, groupsOfLogin, type LoginName, loginNames, type RoleNames } from "./database-roles.ts";

/**
 * The password of each login: null for one that needs none (the embedded server knows its user by the socket),
 * undefined for one that somebody else answers for, which is then left alone.
 */
export type LoginPasswords = (login: LoginName) => string | null | undefined;

/**
 * Makes the logins, each a member of just its own groups, with these passwords. Safe to repeat; a login whose password
 * changed gets the new one. Nothing but names of roles and, quoted by the server itself, a password stands in a statement.
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
    const own = groupsOfLogin[login].map((group) => roles[group] as string);
    const { rows } = await client.query(
      "SELECT rolcanlogin AND NOT rolinherit AS is_login FROM pg_roles WHERE rolname = $1",
      [role],
    );
    if (rows.length === 0) await run(client, "CREATE ROLE %I LOGIN NOINHERIT", [role], ["42710", "23505"]);
    else if (!rows[0].is_login) await run(client, "ALTER ROLE %I LOGIN NOINHERIT", [role]);
    // an account that may not change a login that an operator has made goes on with it as it is
    if (password !== null)
      await run(client, "ALTER ROLE %I PASSWORD %L", [role, password], rows.length > 0 ? ["42501"] : []);
    const has = await membershipsOf(client, role);
    for (const group of own.filter((name) => !has.includes(name)))
      await run(client, "GRANT %I TO %I", [group, role]);
    for (const more of has.filter((name) => !own.includes(name)))
      await run(client, "REVOKE %I FROM %I", [more, role]);
    // what is not to be written the role itself forbids; this tells whoever tries so at once
    if (login === "export" && rows.length === 0)
      await run(client, "ALTER ROLE %I SET default_transaction_read_only = on", [role]);
  }
}

/** The roles that a login is a member of, itself or through others, by name. */
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

/** What the login of earlier versions keeps: it may go on as the login of the public pages. */
export const keptByFormerLogin = (roles: RoleNames): string[] => [roles.anon, roles.customer];

/**
 * Takes from the login of earlier versions what it could become beyond the public pages, and writes down that it was
 * done. True when it is done; refuses, with false, while a process of an earlier version is connected.
 */
export async function retireFormerLogin(client: pg.ClientBase, roles: RoleNames): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1 AND application_name IN ('estival', 'estival export')`,
    [roles.formerLogin],
  );
  if (rows.length > 0) return false;
  const kept = keptByFormerLogin(roles);
  const has = await membershipsOf(client, roles.formerLogin);
  for (const group of groupRoles(roles))
    if (has.includes(group) && !kept.includes(group))
      await run(client, "REVOKE %I FROM %I", [group, roles.formerLogin]);
  await client.query("UPDATE installation SET login_retired_at = coalesce(login_retired_at, now())");
  return true;
}

/** Where the server has no login of earlier versions there is nothing to retire, and nothing to wait for. */
export async function noteFormerLogin(client: pg.ClientBase, roles: RoleNames): Promise<void> {
  await client.query(
    `UPDATE installation SET login_retired_at = now()
     WHERE login_retired_at IS NULL AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`,
    [roles.formerLogin],
  );
}

/** A statement about roles, which takes no values: the server itself puts names (%I) and texts (%L) into it. */
async function run(
  client: pg.ClientBase,
  statement: string,
  parts: readonly string[],
  harmless: readonly string[] = [],
): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    "SELECT format($1, VARIADIC $2::text[]) AS statement",
    [statement, parts],
  );
  try {
    await client.query(rows[0]?.statement ?? "");
  } catch (error) {
    if (!harmless.includes((error as { code?: string }).code ?? "")) throw error;
  }
}
