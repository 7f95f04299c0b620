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
  /** The passwords of the site's logins, which every call sets. Absent: the logins must exist already. */
  readonly passwordOf?: LoginPasswords;
  /** Stops after this migration, without rules and access, to restore the rows of an older backup. */
  readonly upTo?: string;
};

/**
 * Brings a database to the present schema: roles, schemas, migrations, rules and access. Safe to repeat and to run in
 * several processes. It gives way to a sale: a migration that gets no lock within 0.2 seconds is rolled back and
 * tried again, for half a minute. Resolves to the names of the migrations that it ran.
 */
export async function prepareDatabase(preparation: Preparation): Promise<readonly string[]> {
  const { ownerUrl, folder, rolePrefix, passwordOf, upTo } = preparation;
  const roles = roleNames(rolePrefix);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const buildFingerprint = fingerprint(folder, rolePrefix);
    const isCurrent = async () => (await currentFingerprint(client)) === buildFingerprint;
    if (!passwordOf && (await isCurrent())) return [];
    await client.query("SELECT pg_advisory_lock(hashtext('estival.prepare'))");
    const isDone = await isCurrent();
    if (!isDone) await refuseUnusableEncoding(client);
    if (!isDone) await createRoles(client, roles);
    if (passwordOf) await prepareLogins(client, roles, passwordOf);
    if (isDone) return [];
    await createSchemas(client, roles);
    await client.query(`SET ROLE ${pg.escapeIdentifier(roles.owner)}`);
    await client.query(`SET lock_timeout = '${lockTimeout}'`);
    const migrations = await nextMigrations(client, folder, upTo);
    for (const last of migrations) await retryOnLock(() => migrateUpTo(client, folder, last));
    if (upTo === undefined) await retryOnLock(() => writeRules(client, folder, roles, buildFingerprint));
    return migrations;
  } finally {
    await client.end();
  }
}

/** The database's encoding or locale cannot store or lower-case Romanian letters. The message is for the operator. */
export class UnusableDatabase extends Error {
  override name = "UnusableDatabase";
}

const createDatabaseHint =
  "Fă una cu: CREATE DATABASE estival TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';";

/** Refuses a new database with an unusable encoding or locale. A database that is already in use is accepted. */
async function refuseUnusableEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; folds: boolean; isNew: boolean }>(
    "SELECT getdatabaseencoding() AS encoding, getdatabaseencoding() = 'UTF8' AND lower('Ș') = 'ș' AS folds, to_regclass('migrations.applied') IS NULL AS \"isNew\"",
  );
  const { encoding, folds, isNew } = only(rows);
  if (folds || !isNew) return;
  const why =
    encoding === "UTF8"
      ? "nu recunoaște literele mari cu diacritice (LC_CTYPE)"
      : `are codificarea ${encoding}, nu UTF8`;
  throw new UnusableDatabase(`Baza de date ${why}. ${createDatabaseHint}`);
}

/** SQLSTATEs: a lock was not granted in time, or the server ended a deadlock. */
const lockErrors = new Set(["55P03", "40P01"]);
const mostTries = 100;
/**
 * How long we wait for a lock. While we wait for a table, the sale waits behind us. The wait is far shorter than the
 * server's deadlock check, which might end a transaction of the sale.
 */
const lockTimeout = "200ms";

async function retryOnLock(work: () => Promise<void>): Promise<void> {
  for (let triesLeft = mostTries; ; triesLeft -= 1)
    try {
      return await work();
    } catch (error) {
      if (!lockErrors.has(codeOf(error) ?? "") || triesLeft <= 1) throw error;
      // The transactions that waited behind us run first.
      await pause(100 + 200 * Math.random());
    }
}

/** The names of the migrations to stop after, one by one. For an empty database, which nobody uses, only the last. */
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
  const shortenedFolder = migrationsUpTo(folder, last);
  try {
    await migrate(drizzle(client), {
      migrationsFolder: shortenedFolder,
      migrationsSchema: "migrations",
      migrationsTable: "applied",
    });
  } finally {
    rmSync(shortenedFolder, { recursive: true, force: true });
  }
}

/**
 * The rules and the access rights touch every table, so all tables are locked first. They are locked in the order in
 * which a purchase locks them; its longer transactions begin with the row of the order. `provider_pace` is locked
 * even before the orders, because transactions that hold orders wait for each other there.
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
  buildFingerprint: string,
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
      [buildFingerprint],
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
  const fingerprintTable = await client.query<{ found: string | null }>(
    "SELECT to_regclass('migrations.fingerprint') AS found",
  );
  if (only(fingerprintTable.rows).found === null) return undefined;
  return (await client.query<{ value: string }>("SELECT value FROM migrations.fingerprint")).rows[0]?.value;
}

/** A hash of this build's migrations, rules and access. */
export function fingerprint(folder: string, rolePrefix: string): string {
  const hash = createHash("sha256").update(rolePrefix);
  for (const file of ["meta/_journal.json", "rules.sql", "access.sql"])
    hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

/** Puts the prefix into every role name of the SQL. An unknown name is an error: it may be another installation's. */
function withPrefix(sql: string, roles: RoleNames): string {
  const names = new Map<string, string>(groups.map((group) => [group, roles[group]]));
  return sql.replace(/"app_([^"]+)"/g, (whole, group: string) => {
    const name = names.get(group);
    if (name === undefined) throw new Error(`no role of ours: ${whole}`);
    return pg.escapeIdentifier(name);
  });
}

/** Makes the missing roles. Existing ones stay as they are: perhaps an operator made them. */
async function createRoles(client: pg.Client, roles: RoleNames): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>("SELECT rolname FROM pg_roles");
  const existingRoles = new Set(rows.map((row) => row.rolname));
  for (const name of [roles.owner, ...groupRoles(roles)])
    if (!existingRoles.has(name))
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

/**
 * Large objects are written without a right on any table, and are in no backup: nobody may make or change one. Their
 * functions belong to the server's own account, so another preparing login changes nothing here.
 */
const withoutLargeObjects = `DO $$ DECLARE f regprocedure; BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND pg_has_role(proowner, 'USAGE')
    AND proname ~ '^(lo_(creat|create|from_bytea|import|put|truncate|truncate64|unlink)|lowrite)$'
  LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f); END LOOP; END $$;`;

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
    ${withoutLargeObjects}
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
  const createRoleStatement = (name: string, how: "LOGIN" | "NOLOGIN", password: string | null = null) =>
    `DO $$ BEGIN CREATE ROLE ${pg.escapeIdentifier(name)} ${how} NOINHERIT${password === null ? "" : ` PASSWORD ${pg.escapeLiteral(password)}`}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`;
  const lines = [roles.owner, ...groupRoles(roles)].map((name) => createRoleStatement(name, "NOLOGIN"));
  for (const login of loginNames) {
    const password = passwordOf(login);
    if (password === undefined) continue;
    const name = pg.escapeIdentifier(roles.logins[login]);
    lines.push(
      createRoleStatement(roles.logins[login], "LOGIN", password),
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
    withoutLargeObjects,
  );
  return lines.join("\n");
}

/** The SQL that an operator runs to retire the login of earlier versions when our own may not. */
export function retirementSql(roles: RoleNames): string {
  const groupsToRevoke = quotedList([roles.gate, roles.admin, roles.identity, roles.seller, roles.worker]);
  return [
    `REVOKE ${groupsToRevoke} FROM ${pg.escapeIdentifier(roles.formerLogin)};`,
    "UPDATE installation SET login_retired_at = now();",
  ].join("\n");
}
