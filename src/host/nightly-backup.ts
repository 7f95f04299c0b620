import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type pg from "pg";
import { type BucketSettings, openBucketFiles } from "#platform/storage/picture-bucket.server.ts";
import { isBackupDue } from "#ticketing/reports/backup-queries.server.ts";
import { filesIn, manifestFile } from "./backup-manifest.ts";
import type { Config } from "./config.ts";
import { type Backup, makeBackup, stampOf } from "./make-backup.ts";

const nightlyBackupsKept = 14;

/** The names of nightly backups that are too many: all but the newest fourteen. */
function surplusBackups(names: readonly string[]): string[] {
  return names.toSorted().slice(0, -nightlyBackupsKept);
}

/** Backups in the same bucket as the pictures. As in a folder, a backup without its manifest is not complete. */
export function openBackupBucket(settings: BucketSettings) {
  const files = openBucketFiles(settings);
  const root = "backups/";
  return {
    addressOf: (name: string) => `s3://${settings.bucket}/${root}${name}`,
    /** Stores every file of a complete backup; the manifest is last. */
    async store(folder: string, name: string): Promise<void> {
      const paths = filesIn(folder).map((file) => relative(folder, file));
      for (const path of [...paths.filter((one) => one !== manifestFile), manifestFile])
        await files.put(`${root}${name}/${path}`, readFileSync(join(folder, path)));
    },
    /** Writes every file of one backup into a folder. */
    async fetchInto(folder: string, name: string): Promise<void> {
      const prefix = `${root}${name}/`;
      for await (const { name: key } of files.list(prefix)) {
        const bytes = key.split("/").includes("..") ? undefined : await files.read(key);
        if (!bytes) throw new Error(`no file of a backup: ${key}`);
        const path = join(folder, key.slice(prefix.length));
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, bytes);
      }
    },
    async removeOldest(): Promise<void> {
      const keys: string[] = [];
      for await (const { name } of files.list(`${root}nightly-`)) keys.push(name);
      const nameOf = (key: string) => key.split("/")[1] ?? "";
      const completeBackups = keys.filter((key) => key.endsWith(`/${manifestFile}`)).map(nameOf);
      const backupsToKeep = new Set(
        completeBackups.filter((name) => !surplusBackups(completeBackups).includes(name)),
      );
      await files.remove(keys.filter((key) => !backupsToKeep.has(nameOf(key))));
    },
  };
}
type BackupBucket = ReturnType<typeof openBackupBucket>;

/** Bytes that a backup must leave free: the database may be on the same disk and must be able to write. */
const leftFree = 256 * 1024 * 1024;
/** Key of the advisory lock that lets only one nightly backup of a database run. No other lock uses this number. */
const lock = 7_202_104;

/**
 * Makes the night's backup at BACKUP_TO, then removes there all nightly backups except the newest fourteen. Null when
 * none is due, or when another process is making it. A failure is recorded for the office and thrown; earlier backups
 * stay.
 */
export async function backUpNightly(
  client: pg.Client,
  config: Config,
  dataDir: string,
): Promise<{ readonly where: string; readonly backup: Backup } | null> {
  if (config.backupTo === null) return null;
  const { rows } = await client.query<{ ours: boolean }>("SELECT pg_try_advisory_lock($1) AS ours", [lock]);
  if (!rows[0]?.ours || !(await isBackupDue(client, new Date()))) return null;
  try {
    const bucket =
      config.backupTo === "bucket" && config.pictureBucket ? openBackupBucket(config.pictureBucket) : null;
    const parent = typeof config.backupTo === "object" ? config.backupTo.folder : join(dataDir, "backups");
    const name = `nightly-${stampOf(new Date())}`;
    await makeRoom(client, parent);
    const folder = join(parent, name);
    const store = bucket && ((madeFolder: string) => bucket.store(madeFolder, name));
    const backup = await makeBackup(client, { config, dataDir, folder, ...(store ? { store } : {}) }).finally(
      () => bucket && rmSync(folder, { recursive: true, force: true }),
    );
    await removeOldest(parent, bucket);
    await client.query("DELETE FROM failed_backups");
    return { where: bucket ? bucket.addressOf(name) : folder, backup };
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500);
    await client.query(
      "INSERT INTO failed_backups (at, reason) VALUES (now(), $1) ON CONFLICT (one_row) DO UPDATE SET at = now(), reason = $1",
      [reason],
    );
    throw error;
  }
}

/** Removes what an interrupted backup left. Throws when a new one would fill the disk. */
async function makeRoom(client: pg.Client, parent: string): Promise<void> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent))
    if (/^nightly-.*\.partial$/.test(name)) rmSync(join(parent, name), { recursive: true, force: true });
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT bytes FROM backups ORDER BY taken_at DESC LIMIT 1",
  );
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < Number(rows[0]?.bytes ?? 0) + leftFree)
    throw new Error(
      `pe discul lui ${parent} nu mai este loc pentru încă o copie: fă loc, sau alege alt BACKUP_TO`,
    );
}

async function removeOldest(parent: string, bucket: BackupBucket | null): Promise<void> {
  if (bucket) return bucket.removeOldest();
  const backups = readdirSync(parent).filter((name) => /^nightly-[\dTZ-]+$/.test(name));
  for (const name of surplusBackups(backups)) rmSync(join(parent, name), { recursive: true, force: true });
}
