/**
 * `npm run backup -- FOLDER`: writes database, pictures and, where the site keeps its own, the secret into a new
 * folder, as of one moment, while the site continues to sell. Without a name the folder is in DATA_DIR/backups. A
 * backup contains personal data and the secret of the signing keys: protect it as you protect those.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { roleNames } from "#platform/database/database-roles.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { findEmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { archiveTables } from "#platform/database/table-archive.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { type BackupManifest, lastMigration, manifestFile, markOfSecret } from "./backup-manifest.ts";
import { type Config, readConfig } from "./config.ts";
import { copyAllPictures } from "./copy-pictures.ts";
import { openPictures } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
if ("wrong" in read) {
  console.error(read.wrong.join("\n"));
  process.exit(1);
}
const begun = performance.now();
try {
  const { folder, manifest } = await backUp(read.config, process.argv[2], begun);
  const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
  console.log(
    `Copie de siguranță: ${folder} (${rows} rânduri, ${manifest.pictures} imagini, ${Math.round(performance.now() - begun)} ms)`,
  );
} catch (error) {
  console.error(`Copia de siguranță nu s-a făcut: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function backUp(config: Config, named: string | undefined, begun: number) {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const takenAt = new Date().toISOString();
  const folder = named ?? join(dataDir, "backups", takenAt.replaceAll(":", "").replace(/\.\d+Z$/, "Z"));
  if (existsSync(folder)) throw new Error(`${folder} există deja`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const source = await openSource(config, dataDir);
  const client = new pg.Client({ connectionString: source.url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    if (source.role) await client.query(`SET ROLE ${pg.escapeIdentifier(source.role)}`);
    const { rows } = await client.query<{ mode: BackupManifest["mode"] }>("SELECT mode FROM installation");
    const mode = rows[0]?.mode;
    if (!mode) throw new Error("baza de date nu este pregătită");
    const archive = await archiveTables(client, join(partial, "tables"));
    // copied after the rows: every picture that a row names still exists, because unused ones stay for a day
    const copies = await openPictureFolder(join(partial, "pictures"));
    const pictures = await copyAllPictures(await openPictures(config, dataDir), copies);
    const ownSecret = join(dataDir, "app-secret");
    if (!config.appSecret) cpSync(ownSecret, join(partial, "app-secret"));
    const manifest: BackupManifest = {
      format: 1,
      takenAt,
      mode,
      migration: lastMigration(join(projectFolder, "migrations")),
      secretMark: markOfSecret(config.appSecret ?? readFileSync(ownSecret, "utf8").trim()),
      pictures,
      tables: [...archive.tables].map((table) => ({ ...table, columns: [...table.columns] })),
      counters: [...archive.counters],
    };
    writeFileSync(join(partial, manifestFile), JSON.stringify(manifest, null, 2));
    renameSync(partial, folder);
    // for the status panel; the backup is complete without it
    await client
      .query("INSERT INTO backups (taken_at, bytes, seconds) VALUES ($1, $2, $3)", [
        takenAt,
        sizeOf(folder),
        (performance.now() - begun) / 1000,
      ])
      .catch((error: Error) => console.error(`Copia nu a putut fi notată: ${error.message}`));
    return { folder, manifest };
  } finally {
    await client.end().catch(() => {});
    await source.close();
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The owner of the tables: that of the embedded server, already running or started for this, or DATABASE_ADMIN_URL. */
async function openSource(
  config: Config,
  dataDir: string,
): Promise<{ url: string; role: string | undefined; close: () => Promise<void> }> {
  const stays = async () => {};
  if (config.databaseAdminUrl)
    return { url: config.databaseAdminUrl, role: roleNames(config.rolePrefix).owner, close: stays };
  if (config.databaseUrls.public)
    throw new Error(
      "pentru o bază de date proprie este nevoie de DATABASE_ADMIN_URL (sau de pg_dump, vezi docs/operations.md)",
    );
  const running = findEmbeddedServer(dataDir);
  if (running) return { url: running.ownerUrl(), role: undefined, close: stays };
  if (!existsSync(join(dataDir, "postgres"))) throw new Error(`nu există nicio bază de date în ${dataDir}`);
  const server = await startEmbeddedServer({ dataDir });
  return { url: server.ownerUrl(), role: undefined, close: () => server.stop() };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0);
}
