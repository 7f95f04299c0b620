import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type BucketSettings, openBucketFiles } from "#platform/storage/picture-bucket.server.ts";
import { filesIn, manifestFile } from "./backup-manifest.ts";

const nightlyBackupsKept = 14;

/** The names of nightly backups that are too many: all but the newest fourteen. */
export function asFewBackups(names: readonly string[]): string[] {
  return names.toSorted().slice(0, -nightlyBackupsKept);
}

/** Backups beside the pictures of a bucket. Like in a folder, one without its manifest is not whole. */
export function openBackupBucket(settings: BucketSettings) {
  const files = openBucketFiles(settings);
  const root = "backups/";
  return {
    addressOf: (name: string) => `s3://${settings.bucket}/${root}${name}`,
    /** Stores every file of a whole backup, its manifest last. */
    async store(folder: string, name: string): Promise<void> {
      const paths = filesIn(folder).map((file) => relative(folder, file));
      for (const path of [...paths.filter((one) => one !== manifestFile), manifestFile])
        await files.put(`${root}${name}/${path}`, readFileSync(join(folder, path)));
    },
    /** Writes every file of one into a folder. */
    async fetchInto(folder: string, name: string): Promise<void> {
      const prefix = `${root}${name}/`;
      for (const key of await files.list(prefix)) {
        if (key.split("/").includes("..")) throw new Error(`no file of a backup: ${key}`);
        const path = join(folder, key.slice(prefix.length));
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, await files.read(key));
      }
    },
    async removeOldest(): Promise<void> {
      const keys = await files.list(`${root}nightly-`);
      const nameOf = (key: string) => key.split("/")[1] ?? "";
      const whole = keys.filter((key) => key.endsWith(`/${manifestFile}`)).map(nameOf);
      const kept = new Set(whole.filter((name) => !asFewBackups(whole).includes(name)));
      await files.remove(keys.filter((key) => !kept.has(nameOf(key))));
    },
  };
}
export type BackupBucket = ReturnType<typeof openBackupBucket>;
