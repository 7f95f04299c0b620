/**
 * The storage of pictures: a folder today; an S3-compatible service would be one more file. A name is
 * `folder/random.extension`; the bytes of a name never change, so browsers may cache them for good.
 */
export type PictureStorage = {
  /** Stores the bytes, all of them or nothing. Throws `StorageFull` when there is no room. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer>;
  /** Removes names; a missing name is not an error. */
  remove(names: readonly string[]): Promise<void>;
  /** All stored names, with the time of each. */
  list(): AsyncIterable<{ readonly name: string; readonly since: Date }>;
  /** The public address of a name. */
  urlOf(name: string): string;
  /** The name of an address of ours; undefined for every other address. */
  nameOf(url: string): string | undefined;
};

/** There is no room for more. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

const namePattern = /^[a-z_]{1,30}\/[0-9a-f-]{36}(?:-[0-9]{1,5})?\.(?:jpg|png|webp)$/;

export function isStoredName(name: string): boolean {
  return namePattern.test(name);
}
