import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { outliveTheServer } from "#platform/database/database.server.ts";
import { roleNames } from "#platform/database/database-roles.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { isCurrent, prepareDatabase } from "#platform/database/prepare-database.server.ts";
import type { Config } from "./config.ts";

export type Storage = {
  /** The site's own login. */
  readonly url: string;
  /** The owner, for the season of demo mode; null where we are not given one. */
  readonly ownerUrl: string | null;
  readonly appSecret: string;
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * The database of this process: the embedded server, made and migrated, or the one that DATABASE_URL names, which
 * must be current. `onLaunch`: from here on it is a server that works, and we wait. Refuses a database that belongs to the other mode, and in production a login that could look past
 * row-level security.
 */
export async function openStorage(
  config: Config,
  { dataDir, project, onLaunch }: { dataDir: string; project: string; onLaunch: () => void },
): Promise<Storage> {
  const folder = join(project, "migrations");
  const roles = roleNames(config.rolePrefix);
  mkdirSync(join(dataDir, "pictures"), { recursive: true });
  let url = config.databaseUrl;
  let ownerUrl = config.databaseAdminUrl ?? null;
  let closeServer = async () => {};
  if (url !== undefined) onLaunch();
  else {
    const templateDir = join(project, "build", "database-template");
    const server = await startEmbeddedServer({
      dataDir,
      ...(existsSync(templateDir) ? { templateDir } : {}),
      log: (line) => console.log(line),
      onLaunch,
    });
    ownerUrl = server.ownerUrl();
    url = server.connectionString(server.database, roles.login);
    closeServer = () => server.stop();
  }
  if (ownerUrl !== null) {
    // nobody types this password: the embedded server knows its user by the socket
    const made = config.databaseUrl === undefined ? { loginPassword: randomBytes(24).toString("hex") } : {};
    await prepareDatabase({ ownerUrl, folder, rolePrefix: config.rolePrefix, ...made });
  }
  const watch = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 20_000,
    options: `-c role=${roles.anon} -c statement_timeout=2s`,
  });
  watch.on("error", () => {});
  outliveTheServer(watch);
  await stamp(config, ownerUrl, watch);
  if (config.mode === "production") await refusePowerfulLogin(watch);
  // the start may take its time; whoever asks for our health wants to know it now
  watch.options.connectionTimeoutMillis = 2000;
  return {
    url,
    ownerUrl,
    appSecret: config.appSecret ?? ownSecret(dataDir),
    async isHealthy() {
      try {
        const client = await watch.connect();
        try {
          return await isCurrent(client, folder, config.rolePrefix);
        } finally {
          client.release();
        }
      } catch {
        return false;
      }
    },
    async close() {
      await watch.end();
      await closeServer();
    },
  };
}

async function stamp(config: Config, ownerUrl: string | null, watch: pg.Pool): Promise<void> {
  const read = async () =>
    (await watch.query("SELECT mode FROM installation")).rows[0]?.mode as string | undefined;
  let mode = await read();
  if (mode === undefined && ownerUrl !== null) {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner
      .query("INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING", [config.mode])
      .finally(() => owner.end());
    mode = await read();
  }
  if (mode === undefined)
    throw new Error(
      "Baza de date nu este pregătită: rulează npm run database:prepare cu DATABASE_ADMIN_URL.",
    );
  if (mode !== config.mode)
    throw new Error(
      `Baza de date este de ${mode}, procesul de ${config.mode}: alege altă bază sau alt ESTIVAL_MODE.`,
    );
}

async function refusePowerfulLogin(watch: pg.Pool): Promise<void> {
  const { rows } = await watch.query(
    `SELECT rolsuper OR rolbypassrls OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relowner = r.oid AND n.nspname IN ('public', 'identity')) AS powerful FROM pg_roles r WHERE rolname = session_user`,
  );
  if (rows[0]?.powerful)
    throw new Error(
      "Contul din DATABASE_URL este superuser, are BYPASSRLS sau deține tabele: folosește contul făcut de npm run database:prepare.",
    );
}

/** Demo mode keeps a secret of its own beside its data. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, "app-secret");
  if (!existsSync(file))
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}
