import type { PictureServices } from "./picture-services.server.ts";
import { knownAddresses } from "./picture-store.server.ts";

/** Returns whether the database names a picture, as itself or as one of its sizes. A found name is remembered. */
export function rememberPictures({
  database,
  storage,
}: Pick<PictureServices, "database" | "storage">): (name: string) => Promise<boolean> {
  const known = new Set<string>();
  return async (name) => {
    if (known.has(name)) return true;
    const url = storage.urlOf(name);
    const isKnown = (await database.withDuty("settle", (sql) => knownAddresses(sql, [url]))).has(url);
    if (isKnown) known.add(name);
    return isKnown;
  };
}
