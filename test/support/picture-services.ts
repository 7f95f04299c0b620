import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openLog } from "#platform/log/log.server.ts";
import { openImageConverter } from "#platform/storage/image-converter.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import type { PictureServices } from "#ticketing/pictures/picture-services.server.ts";
import { openTestDatabase, type TestDatabase, testDatabase } from "./database.ts";
import { openSeasonBuilder } from "./season-builder.ts";

/** The program that re-encodes pictures, from source. */
export const drawingProgram = join(
  import.meta.dirname,
  "..",
  "..",
  "src/platform/storage/re-encode-process.server.ts",
);

/** A folder for pictures that is removed after the file's last test. */
export function pictureFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "estival-pictures-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The services of acts about pictures, with a real database and a real folder. */
export async function pictureServices(
  database: TestDatabase,
): Promise<PictureServices & { readonly folder: string; readonly now: () => Date }> {
  const folder = pictureFolder();
  const opened = openTestDatabase(database.urls);
  afterAll(() => opened.close());
  return {
    database: opened,
    log: openLog("silent"),
    storage: await openPictureFolder(folder),
    imageConverter: openImageConverter({ program: drawingProgram }),
    folder,
    now: () => new Date(),
  };
}

/** A database of the file's own, the services for pictures, and an administrator. */
export async function openPictureStage() {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const services = await pictureServices(database);
  return { ...season, services, admin: await season.person("admin") };
}
