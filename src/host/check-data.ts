/**
 * `npm run check:data`: checks every invariant in one snapshot of the database in use, and prints which hold and
 * which picture files are missing. The sale may go on. Exit status 1 when an invariant is broken, a file is missing,
 * or database or pictures cannot be read.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { roleNames } from "#platform/database/database-roles.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { findEmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { serverInvariants } from "#ticketing/reports/server-invariants.ts";
import { type Config, readConfig } from "./config.ts";
import { configuredUrls, secretOf } from "./database-logins.ts";
import { openPictures } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

const rowsShown = 5;

type Connection = {
  readonly url: string;
  /** A role that may read every row. The site's login itself may not, so it takes this role. */
  readonly role: string | undefined;
  close(): Promise<void>;
};

process.exitCode = await checkData();

async function checkData(): Promise<number> {
  const read = readConfig(process.env);
  if ("problems" in read) {
    for (const line of read.problems) process.stderr.write(`${line}\n`);
    return 1;
  }
  let connection: Connection | undefined;
  try {
    connection = await connectionOf(read.config);
    const pictures = await openPictures(read.config, read.config.dataDir ?? defaultDataDir(projectFolder));
    return await report(connection, pictures);
  } catch (error) {
    process.stderr.write(`The data could not be checked: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await connection?.close();
  }
}

async function connectionOf(config: Config): Promise<Connection> {
  const roles = roleNames(config.rolePrefix);
  const keepRunning = async () => {};
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const urls = configuredUrls(config, secretOf(config, dataDir));
  if (urls) return { url: urls.worker, role: roles.worker, close: keepRunning };
  if (config.databaseAdminUrl) return { url: config.databaseAdminUrl, role: roles.owner, close: keepRunning };
  const running = findEmbeddedServer(dataDir);
  if (running) return { url: running.ownerUrl(), role: undefined, close: keepRunning };
  if (!existsSync(join(dataDir, "postgres"))) throw new Error(`there is no database in ${dataDir}`);
  const server = await startEmbeddedServer({ dataDir });
  return { url: server.ownerUrl(), role: undefined, close: () => server.stop() };
}

async function report({ url, role }: Connection, pictures: PictureStorage): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    if (role) await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
    const broken = new Map((await findViolations(client)).map((violation) => [violation.id, violation]));
    for (const { id, promise } of [...dataInvariants, ...serverInvariants]) {
      const rows = broken.get(id)?.rows;
      process.stdout.write(`${id.padEnd(4)} ${rows ? "BROKEN" : "ok    "} ${promise}\n`);
      for (const row of rows?.slice(0, rowsShown) ?? [])
        process.stdout.write(`            ${JSON.stringify(row)}\n`);
      if (rows && rows.length > rowsShown)
        process.stdout.write(`            and ${rows.length - rowsShown} more\n`);
    }
    const all = dataInvariants.length + serverInvariants.length;
    process.stdout.write(
      broken.size === 0 ? `All ${all} hold.\n` : `${broken.size} of ${all} do not hold.\n`,
    );
    const { named, missing } = await findMissingPictures(client, pictures);
    process.stdout.write(`${missing.length} of ${named} files of pictures are missing.\n`);
    for (const name of missing.slice(0, rowsShown)) process.stdout.write(`            ${name}\n`);
    return broken.size + missing.length === 0 ? 0 : 1;
  } finally {
    await client.end();
  }
}

/** The files that rows of pictures name: how many there are, and which of them the storage lacks. */
async function findMissingPictures(
  client: pg.Client,
  storage: PictureStorage,
): Promise<{ named: number; missing: readonly string[] }> {
  // rows are read before the files are listed: an upload stores its file before its row
  const { rows } = await client.query<{ url: string }>(
    "SELECT url FROM pictures UNION SELECT s.url FROM pictures, jsonb_to_recordset(sources) AS s(url text)",
  );
  const names = rows.flatMap(({ url }) => storage.nameOf(url) ?? []);
  const missing = new Set(names);
  for await (const { name } of storage.list()) missing.delete(name);
  return { named: names.length, missing: [...missing] };
}
