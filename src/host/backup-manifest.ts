import { createHash, createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
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
  /** 1: written by a version that did not seal backups. */
  format: z.literal([1, 2]),
  takenAt: z.iso.datetime(),
  mode: z.enum(["demo", "production"]),
  /** The last migration that the database had run. */
  migration: z.string(),
  /** Shows whether a secret is the one that sealed the signing keys. It reveals nothing else about the secret. */
  secretMark: z.string(),
  pictures: z.number(),
  /** Checksum over all pictures, ordered by name. */
  picturesSha256: z.string().optional(),
  tables: z.array(table),
  counters: z.array(counter),
});

/** The description of a backup. It is written last, so a folder without it is not a complete backup. */
export type BackupManifest = z.infer<typeof manifest>;

export const manifestFile = "manifest.json";

export function readManifest(folder: string): BackupManifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestFile), "utf8");
  } catch {
    throw new Error(`${folder} is not a whole backup: it has no ${manifestFile}`);
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Error(`${manifestFile} este trunchiat sau schimbat: copia nu este cea făcută de program`);
  }
}

/** The manifest with its seal, as it is stored in the folder. Nobody can make the seal without the site's secret. */
export function writtenManifest(sealed: BackupManifest, appSecret: string): string {
  return JSON.stringify({ ...sealed, seal: sealOf(JSON.stringify(sealed), appSecret) }, null, 2);
}

/** Throws when anything in a backup differs from what was written. `mayLackSeal`: from before there were seals. */
export function checkSeal(folder: string, appSecret: string, mayLackSeal: boolean): void {
  const { seal, ...rest } = JSON.parse(readFileSync(join(folder, manifestFile), "utf8"));
  if (seal === undefined && mayLackSeal) return;
  if (seal === undefined)
    throw new Error(
      `${manifestFile} nu are sigiliu: dacă o versiune mai veche a făcut copia și nimeni n-a umblat la ea, adaugă --unsealed`,
    );
  if (seal !== sealOf(JSON.stringify(rest), appSecret) || rest.picturesSha256 !== sumOfPictures(folder))
    throw new Error(`${manifestFile} sau imaginile nu sunt cele scrise de program: copia a fost schimbată`);
}

function sealOf(text: string, appSecret: string): string {
  return createHmac("sha256", appSecret).update(`estival backup manifest\n${text}`).digest("hex");
}

export function sumOfPictures(folder: string): string {
  const hash = createHash("sha256");
  const pictures = join(folder, "pictures");
  for (const file of existsSync(pictures) ? filesIn(pictures).toSorted() : [])
    hash
      .update(`${relative(pictures, file)}\n`)
      .update(createHash("sha256").update(readFileSync(file)).digest());
  return hash.digest("hex");
}

/** Every file below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
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
