import { codeOf } from "#platform/database/database.server.ts";
import type { PictureServices } from "./picture-services.server.ts";
import { deletePicture, knownAddresses, longUnused, noteUnused } from "./picture-store.server.ts";

const aDayMs = 24 * 3600 * 1000;
const stillReferenced = "23503";

/**
 * Takes away pictures that nothing has shown for 24 hours, and files that no picture has known for as long (a crash
 * left them). The row goes first: nothing ever names a file that is gone. Answers how many files went.
 */
export async function sweepPictures(
  services: PictureServices & { readonly now: () => Date },
): Promise<{ removed: number }> {
  const { database, storage } = services;
  await database.withDuty("settle", noteUnused);
  let removed = 0;
  for (const url of await database.withDuty("settle", longUnused)) {
    const addresses = await database
      .withDuty("settle", (sql) => deletePicture(sql, url))
      .catch((error: unknown) => {
        // somebody chose it while we looked
        if (codeOf(error) === stillReferenced) return [];
        throw error;
      });
    removed += await removeFiles(addresses.flatMap((address) => storage.nameOf(address) ?? []));
  }
  const old: string[] = [];
  for await (const file of storage.list())
    if (services.now().getTime() - file.since.getTime() > aDayMs) old.push(file.name);
  const known = await database.withDuty("settle", (sql) => knownAddresses(sql, old.map(storage.urlOf)));
  removed += await removeFiles(old.filter((name) => !known.has(storage.urlOf(name))));
  return { removed };

  async function removeFiles(names: readonly string[]): Promise<number> {
    await storage.remove(names);
    return names.length;
  }
}
