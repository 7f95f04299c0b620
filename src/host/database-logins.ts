import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type LoginName, type LoginUrls, loginNames, roleNames } from "#platform/database/database-roles.ts";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { addressAs, loginAddresses, passwordOfLogin } from "#platform/database/login-addresses.server.ts";
import type { LoginPasswords } from "#platform/database/prepare-logins.server.ts";
import { type Config, loginVariables } from "./config.ts";

/** The settings of the database from the environment. */
type Settings = Pick<Config, "databaseUrls" | "rolePrefix">;

/** The address of each login: its own variable, else DATABASE_URL with the derived password; else undefined. */
export function configuredUrls(
  { databaseUrls, rolePrefix }: Settings,
  appSecret: string | undefined,
): LoginUrls | undefined {
  if (databaseUrls.public === undefined) return undefined;
  return { ...loginAddresses(databaseUrls.public, rolePrefix, appSecret), ...databaseUrls };
}

/** The configured secret, else the one that demo mode keeps beside its data; undefined when there is none. */
export function secretOf(config: Pick<Config, "appSecret">, dataDir: string): string | undefined {
  if (config.appSecret !== undefined) return config.appSecret;
  const file = join(dataDir, "app-secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** As `configuredUrls`; else the logins of the embedded server, which must run. */
export function urlsOfRunning(config: Settings & Pick<Config, "appSecret">, dataDir: string): LoginUrls {
  const urls = configuredUrls(config, secretOf(config, dataDir));
  if (urls) return urls;
  const server = findEmbeddedServer(dataDir);
  if (!server)
    throw new Error("Pornește întâi site-ul (npm start), sau numește baza de date prin DATABASE_URL.");
  return loginAddresses(server.ownerUrl(), config.rolePrefix);
}

/** The passwords of logins whose address the operator has not set. Only those are ours to make. */
export function passwordsFrom({ databaseUrls, rolePrefix }: Settings, appSecret: string): LoginPasswords {
  const { logins } = roleNames(rolePrefix);
  return (login) => (databaseUrls[login] ? undefined : passwordOfLogin(appSecret, logins[login]));
}

type MissingLogins = {
  readonly passwordOf: LoginPasswords;
  /** As `passwordOf`, for SQL that an operator will run. Leaves out existing logins, which keep their passwords. */
  readonly printedPasswordOf: LoginPasswords;
  /** Lines for the site's environment, printed once. */
  readonly lines: readonly string[];
};

/** Without a secret: new random passwords for the logins that the server lacks. Nobody can read the existing ones. */
function missingLogins(
  adminUrl: string,
  settings: Settings,
  isThere: (name: LoginName) => boolean,
): Pick<MissingLogins, "passwordOf" | "lines"> {
  const { logins } = roleNames(settings.rolePrefix);
  const newPasswords = new Map<LoginName, string>();
  for (const name of loginNames)
    if (!settings.databaseUrls[name] && !isThere(name))
      newPasswords.set(name, randomBytes(24).toString("base64url"));
  return {
    passwordOf: (name) => newPasswords.get(name),
    lines: [...newPasswords].map(
      ([name, password]) => `${loginVariables[name]}=${addressAs(adminUrl, logins[name], password)}`,
    ),
  };
}

/** The logins of this installation. With a secret, their passwords are derived from it. */
export async function findLogins(
  adminUrl: string,
  settings: Settings,
  appSecret: string | undefined,
): Promise<MissingLogins> {
  const { logins } = roleNames(settings.rolePrefix);
  const existingLogins = await findExistingLogins(adminUrl, Object.values(logins));
  const isThere = (name: LoginName) => existingLogins.includes(logins[name]);
  const found =
    appSecret === undefined
      ? missingLogins(adminUrl, settings, isThere)
      : {
          passwordOf: passwordsFrom(settings, appSecret),
          // one line is enough: the other addresses follow from it and the secret
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

async function findExistingLogins(adminUrl: string, names: readonly string[]): Promise<string[]> {
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

export function printLogins(lines: readonly string[]): void {
  if (lines.length > 0) console.log(`Conturile site-ului, arătate o singură dată:\n${lines.join("\n")}`);
}
