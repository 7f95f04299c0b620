import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { codeOf } from "./database.server.ts";
import {
  groupRoles,
  groups,
  groupsOfLogin,
  loginNames,
  type RoleNames,
  roleNames,
} from "./database-roles.ts";
import { type LoginPasswords, prepareLogins } from "./prepare-logins.server.ts";
import { only } from "./sql.ts";

type Preparation = {
  /** A login that may create roles, schemas and extensions (DATABASE_ADMIN_URL; the embedded server's own). */
  readonly ownerUrl: string;
  /** The folder of the migrations. */
  readonly folder: string;
  readonly rolePrefix: string;
  /** The passwords of the site's logins, which every call makes; without it the logins must exist already. */
  readonly passwordOf?: LoginPasswords;
  /** Stops after this migration, without rules and access: for the rows of an older backup. */
  readonly upTo?: string;
};

/**
 * Brings a database to the present schema: roles, schemas, migrations, rules and access. Safe to repeat; takes a few
 * milliseconds when everything is current. Several processes at once wait for each other. Beside a sale it gives way: each
 * migration is a transaction of its own, and one whose lock is not granted within 0.2 seconds is rolled back and tried again,
 * for half a minute. Resolves to the names of the migrations that it made.
 */
export async function prepareDatabase(preparation: Preparation): Promise<readonly string[]> {
  const { ownerUrl, folder, rolePrefix, passwordOf, upTo } = preparation;
  const roles = roleNames(rolePrefix);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const wanted = fingerprint(folder, rolePrefix);
    const isCurrent = async () => (await currentFingerprint(client)) === wanted;
    if (!passwordOf && (await isCurrent())) return [];
    await client.query("SELECT pg_advisory_lock(hashtext('estival.prepare'))");
    const isDone = await isCurrent();
    if (!isDone) await refuseForeignLetters(client);
    if (!isDone) await createRoles(client, roles);
    if (passwordOf) await prepareLogins(client, roles, passwordOf);
    if (isDone) return [];
    await createSchemas(client, roles);
    await client.query(`SET ROLE ${pg.escapeIdentifier(roles.owner)}`);
    await client.query(`SET lock_timeout = '${patience}'`);
    const migrations = await nextMigrations(client, folder, upTo);
    for (const last of migrations) await givingWay(() => migrateUpTo(client, folder, last));
    if (upTo === undefined) await givingWay(() => writeRules(client, folder, roles, wanted));
    return migrations;
  } finally {
    await client.end();
  }
}

/** The database keeps or folds letters in a way that loses some; its message is for the operator. */
export class UnusableDatabase extends Error {
  override name = "UnusableDatabase";
}

const usable = "Fă una cu: CREATE DATABASE estival TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';";

/** A database that is in use already goes on as it is. */
async function refuseForeignLetters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; folds: boolean; isNew: boolean }>(
    "SELECT getdatabaseencoding() AS encoding, getdatabaseencoding() = 'UTF8' AND lower('Ș') = 'ș' AS folds, to_regclass('migrations.applied') IS NULL AS \"isNew\"",
  );
  const { encoding, folds, isNew } = only(rows);
  if (folds || !isNew) return;
  const why =
    encoding === "UTF8"
      ? "nu recunoaște literele mari cu diacritice (LC_CTYPE)"
      : `are codificarea ${encoding}, nu UTF8`;
  throw new UnusableDatabase(`Baza de date ${why}. ${usable}`);
}

/** A lock was not granted in time, or the server ended what waited for each other. */
const gaveWay = new Set(["55P03", "40P01"]);
const mostTries = 100;
/**
 * While we wait for a table, the sale waits behind us, and one of its transactions may have what another one needs that
 * waits. Short waits end that long before the server looks for a deadlock, which may end the sale's transaction.
 */
const patience = "200ms";

async function givingWay(work: () => Promise<void>): Promise<void> {
  for (let triesLeft = mostTries; ; triesLeft -= 1)
    try {
      return await work();
    } catch (error) {
      if (!gaveWay.has(codeOf(error) ?? "") || triesLeft <= 1) throw error;
      // Transactions that wait behind us go first.
      await pause(100 + 200 * Math.random());
    }
}

/** Where to stop in turn, by the names of migrations: an empty database, which nobody uses yet, goes there at once. */
async function nextMigrations(client: pg.Client, folder: string, upTo?: string): Promise<string[]> {
  const tags = readJournal(folder).entries.map(({ tag }) => tag);
  const end = upTo === undefined ? tags.length : tags.indexOf(upTo) + 1;
  if (end === 0) throw new Error(`this build does not know the migration ${upTo}`);
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('migrations.applied') IS NOT NULL AS "isThere"`,
  );
  if (!only(rows).isThere) return tags.slice(end - 1, end);
  const applied = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM migrations.applied");
  return tags.slice(only(applied.rows).n, end);
}

async function migrateUpTo(client: pg.Client, folder: string, last: string): Promise<void> {
  const own = migrationsUpTo(folder, last);
  try {
    await migrate(drizzle(client), {
      migrationsFolder: own,
      migrationsSchema: "migrations",
      migrationsTable: "applied",
    });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Rules and access name every table. They are locked beforehand, in the order in which a purchase needs them, so that none
 * gets halfway in between: its longer transactions begin with the row of the order. Turns at the provider come first, since
 * transactions wait for each other's there, and hold the orders meanwhile.
 */
const lockEverything = `DO $$ DECLARE t regclass; BEGIN
  FOR t IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'identity') AND c.relkind = 'r' AND pg_has_role(c.relowner, 'USAGE')
    ORDER BY array_position('{provider_pace,orders,checkout_attempts,stock_counters}', c.relname::text), c.relname
  LOOP EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', t); END LOOP; END $$`;

async function writeRules(
  client: pg.Client,
  folder: string,
  roles: RoleNames,
  wanted: string,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(lockEverything);
    for (const file of ["rules.sql", "access.sql"])
      await client.query(withPrefix(readFileSync(join(folder, file), "utf8"), roles));
    await client.query(`CREATE TABLE IF NOT EXISTS migrations.fingerprint (one_row boolean PRIMARY KEY DEFAULT true, value text NOT NULL);
      GRANT SELECT ON migrations.fingerprint TO PUBLIC`);
    await client.query(
      "INSERT INTO migrations.fingerprint (value) VALUES ($1) ON CONFLICT (one_row) DO UPDATE SET value = excluded.value",
      [wanted],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** A copy of the folder that ends with this migration. */
function migrationsUpTo(folder: string, last: string): string {
  const journal = readJournal(folder);
  const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1);
  const copy = mkdtempSync(join(tmpdir(), "estival-migrations-"));
  mkdirSync(join(copy, "meta"));
  writeFileSync(join(copy, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) cpSync(join(folder, `${tag}.sql`), join(copy, `${tag}.sql`));
  return copy;
}

/** The list of the migrations, as drizzle-kit writes it. */
export function readJournal(folder: string): { readonly entries: readonly { readonly tag: string }[] } {
  return JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
}

/** The `fingerprint` of the last preparation of this database. */
export async function currentFingerprint(client: pg.Client | pg.PoolClient): Promise<string | undefined> {
  const known = await client.query<{ found: string | null }>(
    "SELECT to_regclass('migrations.fingerprint') AS found",
  );
  if (only(known.rows).found === null) return undefined;
  return (await client.query<{ value: string }>("SELECT value FROM migrations.fingerprint")).rows[0]?.value;
}

/** Migrations, rules and access of this build, as one short text. */
export function fingerprint(folder: string, rolePrefix: string): string {
  const hash = createHash("sha256").update(rolePrefix);
  for (const file of ["meta/_journal.json", "rules.sql", "access.sql"])
    hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

/** Every role in it is a group of this installation. A name that is none is an error: it could be another installation's. */
function withPrefix(sql: string, roles: RoleNames): string {
  const names = new Map<string, string>(groups.map((group) => [group, roles[group]]));
  return sql.replace(/"app_([^"]+)"/g, (whole, group: string) => {
    const name = names.get(group);
    if (name === undefined) throw new Error(`no role of ours: ${whole}`);
    return pg.escapeIdentifier(name);
  });
}

/** Existing roles are kept as they are: an operator may have made them for an account that may make no roles. */
async function createRoles(client: pg.Client, roles: RoleNames): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>("SELECT rolname FROM pg_roles");
  const known = new Set(rows.map((row) => row.rolname));
  for (const name of [roles.owner, ...groupRoles(roles)])
    if (!known.has(name))
      await client.query(
        `DO $$ BEGIN CREATE ROLE ${pg.escapeIdentifier(name)} NOLOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
      );
  const owns = await client.query<{ already: boolean }>(
    "SELECT pg_has_role(current_user, $1, 'USAGE') AS already",
    [roles.owner],
  );
  if (!only(owns.rows).already)
    await client.query(`GRANT ${pg.escapeIdentifier(roles.owner)} TO CURRENT_USER`);
}

async function createSchemas(client: pg.Client, roles: RoleNames): Promise<void> {
  const owner = pg.escapeIdentifier(roles.owner);
  await client.query(`
    CREATE EXTENSION IF NOT EXISTS citext; CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent;
    DO $$ BEGIN
      EXECUTE format('GRANT CREATE ON DATABASE %I TO ${owner}', current_database());
      EXECUTE format('REVOKE TEMP ON DATABASE %I FROM PUBLIC', current_database());
    END $$;
    GRANT ALL ON SCHEMA public TO ${owner};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public TO ${quotedList(groupRoles(roles))};
    CREATE SCHEMA IF NOT EXISTS identity AUTHORIZATION ${owner};
    CREATE SCHEMA IF NOT EXISTS migrations AUTHORIZATION ${owner};
    GRANT USAGE ON SCHEMA migrations TO ${quotedList(groupRoles(roles).filter((name) => name !== roles.export))};`);
}

const quotedList = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(", ");

/**
 * The SQL that an operator runs when our own login may not create roles: groups, logins, extensions, rights. Safe to
 * run again. `account` is our login, which migrates. A new login gets its password; an existing one keeps its own.
 */
export function operatorSql(
  roles: RoleNames,
  { passwordOf, account, database }: { passwordOf: LoginPasswords; account: string; database: string },
): string {
  const owner = pg.escapeIdentifier(roles.owner);
  const base = pg.escapeIdentifier(database);
  const created = (name: string, how: "LOGIN" | "NOLOGIN", password: string | null = null) =>
    `DO $$ BEGIN CREATE ROLE ${pg.escapeIdentifier(name)} ${how} NOINHERIT${password === null ? "" : ` PASSWORD ${pg.escapeLiteral(password)}`}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`;
  const lines = [roles.owner, ...groupRoles(roles)].map((name) => created(name, "NOLOGIN"));
  for (const login of loginNames) {
    const password = passwordOf(login);
    if (password === undefined) continue;
    const name = pg.escapeIdentifier(roles.logins[login]);
    lines.push(
      created(roles.logins[login], "LOGIN", password),
      `GRANT ${quotedList(groupsOfLogin[login].map((group) => roles[group]))} TO ${name};`,
    );
    if (login === "export") lines.push(`ALTER ROLE ${name} SET default_transaction_read_only = on;`);
  }
  lines.push(
    `GRANT ${owner} TO ${pg.escapeIdentifier(account)};`,
    "CREATE EXTENSION IF NOT EXISTS citext; CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent;",
    `GRANT CREATE ON DATABASE ${base} TO ${owner}; REVOKE TEMP ON DATABASE ${base} FROM PUBLIC;`,
    `GRANT ALL ON SCHEMA public TO ${owner}; REVOKE CREATE ON SCHEMA public FROM PUBLIC;`,
    `GRANT USAGE ON SCHEMA public TO ${quotedList(groupRoles(roles))};`,
  );
  return lines.join("\n");
}

/** The SQL that an operator runs to retire the login of earlier versions when our own may not. */
export function retirementSql(roles: RoleNames): string {
  const taken = quotedList([roles.gate, roles.admin, roles.identity, roles.seller, roles.worker]);
  return [
    `REVOKE ${taken} FROM ${pg.escapeIdentifier(roles.formerLogin)};`,
    "UPDATE installation SET login_retired_at = now();",
  ].join("\n");
}
