import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { codeOf } from "./database.server.ts";
import { type RoleNames, roleNames } from "./database-roles.ts";

type Preparation = {
  /** A login that may create roles, schemas and extensions (DATABASE_ADMIN_URL; the embedded server's own). */
  readonly ownerUrl: string;
  /** Where the migrations lie. */
  readonly folder: string;
  readonly rolePrefix: string;
  /** Password for the login of the site; without one the login must exist already. */
  readonly loginPassword?: string;
};

/**
 * Brings a database to the present shape: roles, schemas, migrations, rules and access. Safe to repeat; does
 * nothing and takes a few milliseconds when all is current. Several processes at once wait for each other. A lock that it
 * does not get within two seconds, because a sale is going on, is let go and asked for again, for half a minute.
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  for (let triesLeft = mostTries; ; triesLeft -= 1)
    try {
      return await prepareOnce(preparation);
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || triesLeft <= 1) throw error;
      // those who waited behind us go first
      await pause(1000);
    }
}

const lockNotAvailable = "55P03";
const mostTries = 10;

async function prepareOnce({ ownerUrl, folder, rolePrefix, loginPassword }: Preparation): Promise<void> {
  const roles = roleNames(rolePrefix);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const wanted = fingerprint(folder, rolePrefix);
    if ((await currentFingerprint(client)) === wanted) return;
    await client.query("SELECT pg_advisory_lock(hashtext('estival.prepare'))");
    await createRoles(client, roles, loginPassword);
    await createSchemas(client, roles);
    await client.query(`SET ROLE "${roles.owner}"`);
    await client.query("SET lock_timeout = '2s'");
    await migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsSchema: "migrations",
      migrationsTable: "applied",
    });
    await client.query("BEGIN");
    for (const file of ["rules.sql", "access.sql"]) {
      await client.query(withPrefix(readFileSync(join(folder, file), "utf8"), roles));
    }
    await client.query(`CREATE TABLE IF NOT EXISTS migrations.fingerprint (one_row boolean PRIMARY KEY DEFAULT true, value text NOT NULL);
      GRANT SELECT ON migrations.fingerprint TO PUBLIC`);
    await client.query(
      "INSERT INTO migrations.fingerprint (value) VALUES ($1) ON CONFLICT (one_row) DO UPDATE SET value = excluded.value",
      [wanted],
    );
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** True when migrations, rules and access of this build are what the database has. */
export async function isCurrent(
  client: pg.Client | pg.PoolClient,
  folder: string,
  rolePrefix: string,
): Promise<boolean> {
  return (await currentFingerprint(client)) === fingerprint(folder, rolePrefix);
}

async function currentFingerprint(client: pg.Client | pg.PoolClient): Promise<string | undefined> {
  const known = await client.query("SELECT to_regclass('migrations.fingerprint') AS found");
  if (known.rows[0].found === null) return undefined;
  return (await client.query("SELECT value FROM migrations.fingerprint")).rows[0]?.value;
}

function fingerprint(folder: string, rolePrefix: string): string {
  const hash = createHash("sha256").update(rolePrefix);
  for (const file of ["meta/_journal.json", "rules.sql", "access.sql"])
    hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

function withPrefix(sql: string, roles: RoleNames): string {
  return sql.replace(/"app_([a-z]+)"/g, (whole, group: string) => {
    const name = (roles as Record<string, string>)[group];
    return name ? `"${name}"` : whole;
  });
}

async function createRoles(
  client: pg.Client,
  roles: RoleNames,
  loginPassword: string | undefined,
): Promise<void> {
  const { login, ...groups } = roles;
  for (const name of Object.values(groups)) {
    await client.query(
      `DO $$ BEGIN CREATE ROLE "${name}" NOLOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    );
  }
  await client.query(`GRANT "${roles.owner}" TO CURRENT_USER`);
  if (loginPassword === undefined) return;
  await client.query(
    `DO $$ BEGIN CREATE ROLE "${login}" LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
  await client.query(`ALTER ROLE "${login}" PASSWORD ${pg.escapeLiteral(loginPassword)}`);
  const members = Object.entries(groups).filter(([group]) => group !== "owner");
  await client.query(`GRANT ${members.map(([, name]) => `"${name}"`).join(", ")} TO "${login}"`);
}

async function createSchemas(client: pg.Client, roles: RoleNames): Promise<void> {
  const all = Object.entries(roles)
    .filter(([group]) => group !== "login" && group !== "owner")
    .map(([, name]) => `"${name}"`)
    .join(", ");
  await client.query(`
    CREATE EXTENSION IF NOT EXISTS citext; CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent;
    DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO "${roles.owner}"', current_database()); END $$;
    GRANT ALL ON SCHEMA public TO "${roles.owner}";
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public TO ${all};
    CREATE SCHEMA IF NOT EXISTS identity AUTHORIZATION "${roles.owner}";
    CREATE SCHEMA IF NOT EXISTS migrations AUTHORIZATION "${roles.owner}";
    GRANT USAGE ON SCHEMA migrations TO ${all};`);
}

/** What an operator runs where our own login may not create roles: groups, the site's login, extensions, rights. */
export function operatorSql(roles: RoleNames): string {
  const { login, ...groups } = roles;
  const members = Object.entries(groups)
    .filter(([group]) => group !== "owner")
    .map(([, name]) => `"${name}"`);
  return [
    ...Object.values(groups).map((name) => `CREATE ROLE "${name}" NOLOGIN NOINHERIT;`),
    `CREATE ROLE "${login}" LOGIN NOINHERIT PASSWORD 'alege o parolă';`,
    `GRANT ${members.join(", ")} TO "${login}";`,
    `GRANT "${roles.owner}" TO CURRENT_USER;`,
    "CREATE EXTENSION IF NOT EXISTS citext; CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent;",
    `GRANT CREATE ON DATABASE "numele bazei" TO "${roles.owner}"; GRANT ALL ON SCHEMA public TO "${roles.owner}";`,
  ].join("\n");
}
