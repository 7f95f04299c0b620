import { join } from "node:path";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";
import type { Config } from "./config.ts";

/** The storage of this installation's pictures: the bucket of its configuration, else a folder in DATA_DIR. */
export async function openPictures(
  { pictureBucket }: Pick<Config, "pictureBucket">,
  dataDir: string,
): Promise<PictureStorage> {
  if (!pictureBucket) return openPictureFolder(pictureFolderIn(dataDir));
  // loaded only when a bucket is configured, so that other starts do not wait for it
  const { openPictureBucket } = await import("#platform/storage/picture-bucket.server.ts");
  return openPictureBucket(pictureBucket);
}

export function pictureFolderIn(dataDir: string): string {
  return join(dataDir, "pictures");
}
