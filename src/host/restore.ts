/**
 * `npm run restore -- FOLDER` (or s3://BUCKET/backups/NAME in the configured bucket): puts a backup into an empty
 * DATA_DIR, or into the empty database of DATABASE_ADMIN_URL, and checks every invariant. It ends sessions, links and
 * other rights in the backup, because they may have ended since. The site must not run there meanwhile. A backup that
 * was changed is refused; `--unsealed` accepts one from before 0.5.0, which cannot be checked. Exit status 1 when
 * anything does not fit; then nothing was written into the database.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { roleNames } from "#platform/database/database-roles.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { restoreTables } from "#platform/database/table-archive.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { endRestoredRights } from "#ticketing/people/end-restored-rights.server.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { checkSeal, knowsMigration, lastMigration, markOfSecret, readManifest } from "./backup-manifest.ts";
import { type Config, readConfig } from "./config.ts";
import { copyAllPictures } from "./copy-pictures.ts";
import { findLogins, printLogins } from "./database-logins.ts";
import { openBackupBucket } from "./nightly-backup.ts";
import { openPictures } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

const migrations = join(projectFolder, "migrations");

const read = readConfig(process.env);
const folder = process.argv[2];
if ("problems" in read || !folder) {
  console.error("problems" in read ? read.problems.join("\n") : "Care copie? npm run restore -- FOLDER");
  process.exit(1);
}
const startedAt = performance.now();
const downloadFolder = folder.startsWith("s3://")
  ? mkdtempSync(join(tmpdir(), "estival-restore-"))
  : undefined;
try {
  if (downloadFolder) await fetchBackup(read.config, folder, downloadFolder);
  await restore(read.config, downloadFolder ?? folder);
} catch (error) {
  console.error(`Copia nu a fost pusă la loc: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  if (downloadFolder) rmSync(downloadFolder, { recursive: true });
}

async function fetchBackup({ pictureBucket }: Config, address: string, into: string): Promise<void> {
  const bucket = pictureBucket && openBackupBucket(pictureBucket);
  const name = address.split("/").at(-1) ?? "";
  if (bucket?.addressOf(name) !== address) throw new Error(`${address} nu este în bucket-ul din S3_BUCKET`);
  await bucket.fetchInto(into, name);
}

async function restore(config: Config, from: string): Promise<void> {
  const manifest = readManifest(from);
  if (!knowsMigration(migrations, manifest.migration))
    throw new Error(
      `copia este făcută cu versiunea ${manifest.migration}, mai nouă decât programul (${lastMigration(migrations)}): actualizează întâi programul`,
    );
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const ownSecret = join(from, "app-secret");
  if (config.appSecret && markOfSecret(config.appSecret) !== manifest.secretMark)
    throw new Error("APP_SECRET nu este cel al copiei: biletele din ea nu ar mai fi valabile");
  if (!config.appSecret && !existsSync(ownSecret))
    throw new Error("copia nu conține secretul site-ului: dă-l prin APP_SECRET");
  checkSeal(
    from,
    config.appSecret ?? readFileSync(ownSecret, "utf8").trim(),
    process.argv[3] === "--unsealed",
  );

  const target = await openTarget(config, dataDir);
  const client = new pg.Client({ connectionString: target.url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    // pictures first: if they cannot be stored, no row may name a missing picture
    if (existsSync(join(from, "pictures")))
      await copyAllPictures(
        await openPictureFolder(join(from, "pictures")),
        await openPictures(config, dataDir),
      );
    const schema = { ownerUrl: target.url, folder: migrations, rolePrefix: config.rolePrefix };
    await prepareDatabase({ ...schema, upTo: manifest.migration });
    if (target.role) await client.query(`SET ROLE ${pg.escapeIdentifier(target.role)}`);
    await restoreTables(client, join(from, "tables"), manifest);
    // runs the migrations that are newer than the backup
    await prepareDatabase({ ...schema, passwordOf: target.passwordOf });
    printLogins(target.lines);
    console.log(
      `Încheiate, fiindcă puteau fi încheiate între timp: ${await endRestoredRights(client)}.\nRoluri, parole, chei de acces și factori sunt cei din copie: verifică ce s-a schimbat de atunci în Echipa.`,
    );
    // the planner still has the statistics of empty tables
    await client.query("ANALYZE");
    if (!config.appSecret)
      cpSync(ownSecret, join(dataDir, "app-secret"), { errorOnExist: true, force: false });
    const broken = await findViolations(client);
    for (const { id, promise } of broken) console.error(`${id} BROKEN ${promise}`);
    const rows = manifest.tables.reduce((all, table) => all + table.rows, 0);
    console.log(
      `Copia din ${manifest.takenAt} este la loc: ${rows} rânduri, ${manifest.pictures} imagini, ${Math.round(performance.now() - startedAt)} ms`,
    );
    if (broken.length > 0) throw new Error("datele nu respectă toate regulile (vezi mai sus)");
  } finally {
    await client.end().catch(() => {});
    await target.close();
  }
}

async function openTarget(config: Config, dataDir: string) {
  if (config.databaseAdminUrl) {
    const { passwordOf, lines } = await findLogins(config.databaseAdminUrl, config, config.appSecret);
    return {
      url: config.databaseAdminUrl,
      role: roleNames(config.rolePrefix).owner,
      passwordOf,
      lines,
      close: async () => {},
    };
  }
  if (config.databaseUrls.public)
    throw new Error("pentru o bază de date proprie este nevoie de DATABASE_ADMIN_URL");
  if (existsSync(join(dataDir, "postgres")) || existsSync(join(dataDir, "app-secret")))
    throw new Error(`${dataDir} nu este gol: alege alt DATA_DIR`);
  const server = await startEmbeddedServer({ dataDir });
  return {
    url: server.ownerUrl(),
    role: undefined,
    // the embedded server needs no password, because it knows its user by the socket
    passwordOf: () => null,
    lines: [],
    close: () => server.stop(),
  };
}
