import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJournal } from "#platform/database/prepare-database.server.ts";

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  file: z.string().regex(/^[a-z_]+\.[a-z_]+\.copy\.gz$/),
  rows: z.number(),
  sha256: z.string(),
});
const counter = z.object({ schema: z.string(), table: z.string(), column: z.string(), next: z.string() });

const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  mode: z.enum(["demo", "production"]),
  /** The last migration that the database had. */
  migration: z.string(),
  /** Shows whether a secret is the one that sealed the signing keys, and nothing else about it. */
  secretMark: z.string(),
  pictures: z.number(),
  tables: z.array(table),
  counters: z.array(counter),
});

/** The description of a backup. It is written last, so a folder without it is no backup. */
export type BackupManifest = z.infer<typeof manifest>;

export const manifestFile = "manifest.json";

export function readManifest(folder: string): BackupManifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestFile), "utf8");
  } catch {
    throw new Error(`${folder} is not a whole backup: it has no ${manifestFile}`);
  }
  return manifest.parse(JSON.parse(text));
}

export function markOfSecret(appSecret: string): string {
  return createHmac("sha256", appSecret).update("estival backup").digest("hex").slice(0, 32);
}

export function lastMigration(folder: string): string {
  return readJournal(folder).entries.at(-1)?.tag ?? "";
}

/** Whether this build has the migration: a backup of a newer build cannot be restored by it. */
export function knowsMigration(folder: string, migration: string): boolean {
  return readJournal(folder).entries.some(({ tag }) => tag === migration);
}
