import { codeOf } from "#platform/database/database.server.ts";
import { durations } from "#ticketing/limits.ts";
import type { PictureServices } from "./picture-services.server.ts";
import {
  deletePicture,
  findKnownAddresses,
  listLongUnused,
  updateUnusedSince,
} from "./picture-store.server.ts";

/** PostgreSQL: a foreign key is violated. */
const stillReferenced = "23503";

/**
 * Deletes pictures that nothing has shown for `durations.unusedPicture`, and equally old files without a row, which a
 * crash left. The row is deleted first, so that no row names a missing file. Returns how many files were deleted.
 */
export async function sweepPictures(
  services: PictureServices & { readonly now: () => Date },
): Promise<{ removed: number }> {
  const { database, storage } = services;
  await database.withDuty("settle", updateUnusedSince);
  let removed = 0;
  for (const url of await database.withDuty("settle", listLongUnused)) {
    const addresses = await database
      .withDuty("settle", (sql) => deletePicture(sql, url))
      .catch((error: unknown) => {
        // the picture was chosen for something meanwhile
        if (codeOf(error) === stillReferenced) return [];
        throw error;
      });
    removed += await removeFiles(addresses.flatMap((address) => storage.nameOf(address) ?? []));
  }
  const oldNames: string[] = [];
  for await (const file of storage.list())
    if (services.now().getTime() - file.since.getTime() > durations.unusedPicture * 1000)
      oldNames.push(file.name);
  const knownUrls = await database.withDuty("settle", (sql) =>
    findKnownAddresses(sql, oldNames.map(storage.urlOf)),
  );
  removed += await removeFiles(oldNames.filter((name) => !knownUrls.has(storage.urlOf(name))));
  return { removed };

  async function removeFiles(names: readonly string[]): Promise<number> {
    await storage.remove(names);
    return names.length;
  }
}
