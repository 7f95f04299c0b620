import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type LoginName, type LoginUrls, loginNames, roleNames } from "#platform/database/database-roles.ts";
import { addressAs, loginAddresses, passwordOfLogin } from "#platform/database/login-addresses.server.ts";
import type { LoginPasswords } from "#platform/database/prepare-logins.server.ts";
import { type Config, loginVariables } from "./config.ts";

/** The environment's settings of the database. */
type Settings = Pick<Config, "databaseUrls" | "rolePrefix">;

/**
 * The address of each login: from its variable, or that of DATABASE_URL with the password derived from the secret.
 * Undefined without DATABASE_URL.
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

/** The passwords of the logins that we make: those whose address the operator has not set. */
export function passwordsFrom({ databaseUrls, rolePrefix }: Settings, appSecret: string): LoginPasswords {
  const { logins } = roleNames(rolePrefix);
  return (login) => (databaseUrls[login] ? undefined : passwordOfLogin(appSecret, logins[login]));
}

type MissingLogins = {
  readonly passwordOf: LoginPasswords;
  /** The same for SQL that another person is to run: without logins that exist, which keep their passwords. */
  readonly printedPasswordOf: LoginPasswords;
  /** Lines for the environment of the site, printed once. */
  readonly lines: readonly string[];
};

/**
 * Without a secret to derive passwords from: new random ones for the logins that the server does not have. Existing
 * logins keep theirs, which nobody can read.
 */
function missingLogins(
  adminUrl: string,
  settings: Settings,
  isThere: (name: LoginName) => boolean,
): Pick<MissingLogins, "passwordOf" | "lines"> {
  const { logins } = roleNames(settings.rolePrefix);
  const made = new Map<LoginName, string>();
  for (const name of loginNames)
    if (!settings.databaseUrls[name] && !isThere(name)) made.set(name, randomBytes(24).toString("base64url"));
  return {
    passwordOf: (name) => made.get(name),
    lines: [...made].map(
      ([name, password]) => `${loginVariables[name]}=${addressAs(adminUrl, logins[name], password)}`,
    ),
  };
}

/** The logins of this installation; their passwords follow from its secret where it has one. */
export async function findLogins(
  adminUrl: string,
  settings: Settings,
  appSecret: string | undefined,
): Promise<MissingLogins> {
  const { logins } = roleNames(settings.rolePrefix);
  const known = await knownLogins(adminUrl, Object.values(logins));
  const isThere = (name: LoginName) => known.includes(logins[name]);
  const found =
    appSecret === undefined
      ? missingLogins(adminUrl, settings, isThere)
      : {
          passwordOf: passwordsFrom(settings, appSecret),
          // the others follow from this one and the secret
          lines: settings.databaseUrls.public
            ? []
            : [
                `DATABASE_URL=${addressAs(adminUrl, logins.public, passwordOfLogin(appSecret, logins.public))}`,
              ],
        };
  return {
    ...found,
    printedPasswordOf: (name) =>
      settings.databaseUrls[name] ? undefined : isThere(name) ? null : found.passwordOf(name),
  };
}

async function knownLogins(adminUrl: string, names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ rolname: string }>(
      "SELECT rolname FROM pg_roles WHERE rolname = ANY($1)",
      [names],
    );
    return rows.map((row) => row.rolname);
  } finally {
    await client.end();
  }
}

export function tellLogins(lines: readonly string[]): void {
  if (lines.length > 0) console.log(`Conturile site-ului, arătate o singură dată:\n${lines.join("\n")}`);
}
