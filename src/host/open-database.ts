import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type LoginUrls, type RoleNames, roleNames } from "#platform/database/database-roles.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { answerTimeout, surviveRestart } from "#platform/database/login-pools.server.ts";
import {
  currentFingerprint,
  fingerprint,
  prepareDatabase,
} from "#platform/database/prepare-database.server.ts";
import { noteFormerLogin, retireFormerLogin } from "#platform/database/prepare-logins.server.ts";
import type { Config } from "./config.ts";
import { configuredUrls, passwordsFrom } from "./database-logins.ts";
import { onceASecond } from "./once-a-second.ts";
import { isFormerLoginBack, refusePowerfulLogins } from "./refuse-powerful-logins.ts";

export type Storage = {
  /** The addresses of the site's own logins. */
  readonly urls: LoginUrls;
  /** The owner's address, for the demo season; null when we have no such login. */
  readonly ownerUrl: string | null;
  readonly appSecret: string;
  /** Whether the database answers and has the schema of this build; checked at most once a second. */
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * The database of this process: the embedded server, made and migrated, or the one at DATABASE_URL, which must be
 * current. `onLaunch` is called when the database server's process has been started; it does not answer yet. Refuses a
 * database of the other mode and, in production, a login that could bypass row-level security.
 */
export async function openStorage(
  config: Config,
  { dataDir, project, onLaunch }: { dataDir: string; project: string; onLaunch: () => void },
): Promise<Storage> {
  const folder = join(project, "migrations");
  const roles = roleNames(config.rolePrefix);
  const appSecret = config.appSecret ?? ownSecret(dataDir);
  let urls = configuredUrls(config, appSecret);
  let ownerUrl = config.databaseAdminUrl ?? null;
  let closeServer = async () => {};
  const isEmbedded = urls === undefined;
  if (urls !== undefined) onLaunch();
  else {
    const templateDir = join(project, "build", "database-template");
    const server = await startEmbeddedServer({
      dataDir,
      ...(existsSync(templateDir) ? { templateDir } : {}),
      log: (line) => console.log(line),
      onLaunch,
    });
    ownerUrl = server.ownerUrl();
    urls = loginAddresses(ownerUrl, config.rolePrefix);
    closeServer = () => server.stop();
  }
  if (ownerUrl !== null) {
    // the embedded server needs no password, because it knows its user by the socket
    const passwordOf = isEmbedded ? () => null : passwordsFrom(config, appSecret);
    await prepareDatabase({ ownerUrl, folder, rolePrefix: config.rolePrefix, passwordOf });
  }
  const healthPool = new pg.Pool({
    connectionString: urls.public,
    application_name: "estival health",
    max: 1,
    connectionTimeoutMillis: 20_000,
    options: `-c role=${roles.anon} -c statement_timeout=2s`,
    ...answerTimeout(2),
  });
  healthPool.on("error", () => {});
  surviveRestart(healthPool);
  const { loginRetiredAt } = await readInstallation({ config, ownerUrl, healthPool, roles, isEmbedded });
  if (!isEmbedded || config.mode === "production")
    await checkLogins({ config, urls, healthPool, roles, loginRetiredAt });
  // the start may take its time, but a health check needs its answer now
  healthPool.options.connectionTimeoutMillis = 2000;
  const expectedFingerprint = fingerprint(folder, config.rolePrefix);
  return {
    urls,
    ownerUrl,
    appSecret,
    isHealthy: onceASecond(async () => {
      try {
        const client = await healthPool.connect();
        try {
          return (await currentFingerprint(client)) === expectedFingerprint;
        } finally {
          client.release();
        }
      } catch {
        return false;
      }
    }),
    async close() {
      await healthPool.end();
      await closeServer();
    },
  };
}

type Installation = { readonly mode: string | undefined; readonly loginRetiredAt: Date | null };

async function readInstallation({
  config,
  ownerUrl,
  healthPool,
  roles,
  isEmbedded,
}: {
  config: Config;
  ownerUrl: string | null;
  healthPool: pg.Pool;
  roles: RoleNames;
  isEmbedded: boolean;
}): Promise<Installation> {
  const read = async (): Promise<Installation> => {
    const { rows } = await healthPool.query<Installation>(
      'SELECT mode, login_retired_at AS "loginRetiredAt" FROM installation',
    );
    return rows[0] ?? { mode: undefined, loginRetiredAt: null };
  };
  let installation = await read();
  if (
    ownerUrl !== null &&
    (installation.mode === undefined || (isEmbedded && installation.loginRetiredAt === null))
  ) {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query("INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING", [config.mode]);
      // no other version connects to the embedded server
      await (isEmbedded ? retireFormerLogin(owner, roles) : noteFormerLogin(owner, roles));
    } finally {
      await owner.end();
    }
    installation = await read();
  }
  if (installation.mode === undefined)
    throw new Error(
      "Baza de date nu este pregătită: rulează npm run database:prepare cu DATABASE_ADMIN_URL.",
    );
  if (installation.mode !== config.mode)
    throw new Error(
      `Baza de date este de ${installation.mode}, procesul de ${config.mode}: alege altă bază sau alt ESTIVAL_MODE.`,
    );
  return installation;
}

/** Stops the start in production when a login is more powerful than its pool needs. In demo mode the log warns. */
async function checkLogins({
  config,
  urls,
  healthPool,
  roles,
  loginRetiredAt,
}: {
  config: Config;
  urls: LoginUrls;
  healthPool: pg.Pool;
  roles: RoleNames;
  loginRetiredAt: Date | null;
}): Promise<void> {
  try {
    for (const warning of await refusePowerfulLogins({ urls, roles, loginRetiredAt })) console.warn(warning);
    if (loginRetiredAt !== null && (await isFormerLoginBack(healthPool, roles)))
      throw new Error(
        `Contul ${roles.formerLogin} a fost retras, dar poate din nou tot ce poate site-ul: rulează npm run database:prepare -- --retire-login.`,
      );
  } catch (error) {
    if (config.mode === "production") throw error;
    console.warn((error as Error).message);
  }
}

/** The secret that demo mode keeps beside its data. Makes it at the first start. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, "app-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  }
  return readFileSync(file, "utf8").trim();
}
