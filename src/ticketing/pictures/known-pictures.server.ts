import type { PictureServices } from "./picture-services.server.ts";
import { findKnownAddresses } from "./picture-store.server.ts";

/** Returns whether the database names a picture, as itself or as one of its sizes. A found name is remembered. */
export function openPictureLookup({
  database,
  storage,
}: Pick<PictureServices, "database" | "storage">): (name: string) => Promise<boolean> {
  const knownNames = new Set<string>();
  return async (name) => {
    if (knownNames.has(name)) return true;
    const url = storage.urlOf(name);
    const isKnown = (await database.withDuty("settle", (sql) => findKnownAddresses(sql, [url]))).has(url);
    if (isKnown) knownNames.add(name);
    return isKnown;
  };
}
