import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type LoginName, type LoginUrls, loginNames, roleNames } from "#platform/database/database-roles.ts";
import { addressAs, loginAddresses, passwordOfLogin } from "#platform/database/login-addresses.server.ts";
import type { LoginPasswords } from "#platform/database/prepare-logins.server.ts";
import { type Config, loginVariables } from "./config.ts";

/** What the environment says about the database. */
type Settings = Pick<Config, "databaseUrls" | "rolePrefix">;

/**
 * Where each login of the site reaches its own PostgreSQL: as its variable says, or at the address of DATABASE_URL with the
 * password that the secret gives it. Undefined without DATABASE_URL.
 */
export function configuredUrls(
  { databaseUrls, rolePrefix }: Settings,
  appSecret: string | undefined,
): LoginUrls | undefined {
  if (databaseUrls.public === undefined) return undefined;
  return { ...loginAddresses(databaseUrls.public, rolePrefix, appSecret), ...databaseUrls };
}

/** Demo mode keeps its secret beside its data. */
export function secretOf(config: Pick<Config, "appSecret">, dataDir: string): string | undefined {
  if (config.appSecret !== undefined) return config.appSecret;
  const file = join(dataDir, "app-secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** The passwords of the logins that are ours to make: those whose address nobody has given. */
export function passwordsFrom({ databaseUrls, rolePrefix }: Settings, appSecret: string): LoginPasswords {
  const { logins } = roleNames(rolePrefix);
  return (login) => (databaseUrls[login] ? undefined : passwordOfLogin(appSecret, logins[login]));
}

export type MissingLogins = {
  readonly passwordOf: LoginPasswords;
  /** Lines for the environment of the site, to be told once. */
  readonly lines: readonly string[];
};

/**
 * Without a secret to derive passwords from: new random ones for the logins that the server does not have. Those that
 * exist keep theirs, which nobody can read.
 */
export async function findMissingLogins(adminUrl: string, settings: Settings): Promise<MissingLogins> {
  const { logins } = roleNames(settings.rolePrefix);
  const known = await knownLogins(adminUrl, Object.values(logins));
  const made = new Map<LoginName, string>();
  for (const name of loginNames)
    if (!settings.databaseUrls[name] && !known.includes(logins[name]))
      made.set(name, randomBytes(24).toString("base64url"));
  return {
    passwordOf: (name) => made.get(name),
    lines: [...made].map(
      ([name, password]) => `${loginVariables[name]}=${addressAs(adminUrl, logins[name], password)}`,
    ),
  };
}

/** The logins of this installation, by its secret where it has one. */
export async function findLogins(
  adminUrl: string,
  settings: Settings,
  appSecret: string | undefined,
): Promise<MissingLogins> {
  if (appSecret === undefined) return findMissingLogins(adminUrl, settings);
  const login = roleNames(settings.rolePrefix).logins.public;
  return {
    passwordOf: passwordsFrom(settings, appSecret),
    // the others follow from this one and the secret
    lines: settings.databaseUrls.public
      ? []
      : [`DATABASE_URL=${addressAs(adminUrl, login, passwordOfLogin(appSecret, login))}`],
  };
}

async function knownLogins(adminUrl: string, names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT rolname FROM pg_roles WHERE rolname = ANY($1)", [names]);
    return rows.map((row) => row.rolname);
  } finally {
    await client.end();
  }
}

export function tellLogins(lines: readonly string[]): void {
  if (lines.length > 0) console.log(`Conturile site-ului, arătate o singură dată:\n${lines.join("\n")}`);
}
