import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { roleNames } from "#platform/database/database-roles.ts";
import { findEmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { archiveTables } from "#platform/database/table-archive.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import {
  type BackupManifest,
  filesIn,
  lastMigration,
  manifestFile,
  markOfSecret,
  sumOfPictures,
  writtenManifest,
} from "./backup-manifest.ts";
import type { Config } from "./config.ts";
import { copyAllPictures } from "./copy-pictures.ts";
import { openPictures } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

/** The name of a backup made at this moment, such as `2027-06-26T013000Z`. Later names sort after it. */
export function stampOf(now: Date): string {
  return now
    .toISOString()
    .replaceAll(":", "")
    .replace(/\.\d+Z$/, "Z");
}

export type Backup = { readonly manifest: BackupManifest; readonly milliseconds: number };

/**
 * Writes a backup into `folder`, which must not exist: first under another name, renamed when complete. `store` then
 * copies it elsewhere. Records it for the office's page about the site's state.
 */
export async function makeBackup(
  client: pg.Client,
  {
    config,
    dataDir,
    folder,
    store,
  }: { config: Config; dataDir: string; folder: string; store?: (folder: string) => Promise<void> },
): Promise<Backup> {
  if (existsSync(folder)) throw new Error(`${folder} există deja`);
  const startedAt = performance.now();
  const takenAt = new Date().toISOString();
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    const { rows } = await client.query<{ mode: BackupManifest["mode"] }>("SELECT mode FROM installation");
    const mode = rows[0]?.mode;
    if (!mode) throw new Error("baza de date nu este pregătită");
    const archive = await archiveTables(client, join(partial, "tables"));
    // copied after the rows: unused pictures stay for a day, so every picture that a row names still exists
    const copies = await openPictureFolder(join(partial, "pictures"));
    const pictures = await copyAllPictures(await openPictures(config, dataDir), copies);
    const ownSecret = join(dataDir, "app-secret");
    if (!config.appSecret) cpSync(ownSecret, join(partial, "app-secret"));
    const secret = config.appSecret ?? readFileSync(ownSecret, "utf8").trim();
    const manifest: BackupManifest = {
      format: 2,
      takenAt,
      mode,
      migration: lastMigration(join(projectFolder, "migrations")),
      secretMark: markOfSecret(secret),
      pictures,
      picturesSha256: sumOfPictures(partial),
      tables: [...archive.tables].map((table) => ({ ...table, columns: [...table.columns] })),
      counters: [...archive.counters],
    };
    // a backup counts only when it has been flushed to the disk
    await writeFile(join(partial, manifestFile), writtenManifest(manifest, secret), { flush: true });
    renameSync(partial, folder);
    const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
    await store?.(folder);
    const milliseconds = Math.round(performance.now() - startedAt);
    // the backup is complete even without this row
    await client
      .query("INSERT INTO backups (taken_at, bytes, seconds) VALUES ($1, $2, $3)", [
        takenAt,
        bytes,
        milliseconds / 1000,
      ])
      .catch((error: Error) => console.error(`Copia nu a putut fi notată: ${error.message}`));
    return { manifest, milliseconds };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Runs `work` as the tables' owner: by DATABASE_ADMIN_URL, or at the embedded server, started if needed. */
export async function withOwner<T>(
  config: Config,
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const source = await openSource(config, dataDir);
  const client = new pg.Client({ connectionString: source.url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    if (source.role) await client.query(`SET ROLE ${pg.escapeIdentifier(source.role)}`);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
    await source.close();
  }
}

async function openSource(
  config: Config,
  dataDir: string,
): Promise<{ url: string; role: string | undefined; close: () => Promise<void> }> {
  const keepRunning = async () => {};
  if (config.databaseAdminUrl)
    return { url: config.databaseAdminUrl, role: roleNames(config.rolePrefix).owner, close: keepRunning };
  if (config.databaseUrls.public)
    throw new Error(
      "pentru o bază de date proprie este nevoie de DATABASE_ADMIN_URL (sau de pg_dump, vezi docs/operations.md)",
    );
  const running = findEmbeddedServer(dataDir);
  if (running) return { url: running.ownerUrl(), role: undefined, close: keepRunning };
  if (!existsSync(join(dataDir, "postgres"))) throw new Error(`nu există nicio bază de date în ${dataDir}`);
  const server = await startEmbeddedServer({ dataDir });
  return { url: server.ownerUrl(), role: undefined, close: () => server.stop() };
}
