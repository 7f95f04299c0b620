import type { PictureServices } from "./picture-services.server.ts";
import { knownAddresses } from "./picture-store.server.ts";

/** Whether a row names a picture of the storage, as its own or as one of its sizes. What was found once is remembered. */
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
