/**
 * The storage of pictures: a folder of this machine, or a bucket of an S3-compatible service. A name is
 * `folder/random.extension`; its bytes never change, so browsers may cache them for good. Everything except `urlOf`
 * and `nameOf` throws `StorageUnavailable` when the storage does not answer.
 */
export type PictureStorage = {
  /** Stores the bytes, all of them or nothing. Throws `StorageFull` when there is no room. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** All bytes of a picture, never a part of them; undefined when there is no such picture. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes names; a missing name is not an error. */
  remove(names: readonly string[]): Promise<void>;
  /** All stored names, and when each was stored. */
  list(): AsyncIterable<{ readonly name: string; readonly since: Date }>;
  /** The public address of a name. */
  urlOf(name: string): string;
  /** The name in one of our picture addresses; undefined for every other address. */
  nameOf(url: string): string | undefined;
  /** The folder of the files on this machine; undefined when they are elsewhere. */
  readonly folder: string | undefined;
};

/** There is no room for more. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** The storage does not answer, or refuses us; it may answer later. The message holds no secret. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

const publicPath = "/pictures/";
const namePattern = /^[a-z_]{1,30}\/[0-9a-f-]{36}(?:-[0-9]{1,5})?\.(?:jpg|png|webp)$/;

export function isStoredName(name: string): boolean {
  return namePattern.test(name);
}

/** Returns the name unchanged; throws when it is not the name of a stored picture. */
export function checkedName(name: string): string {
  if (!isStoredName(name)) throw new RangeError(`not a name of a stored picture: ${name}`);
  return name;
}

/** A picture's address is the same wherever pictures are stored. */
export const pictureAddresses: Pick<PictureStorage, "urlOf" | "nameOf"> = {
  urlOf: (name) => publicPath + name,
  nameOf(url) {
    const name = url.startsWith(publicPath) ? url.slice(publicPath.length) : "";
    return isStoredName(name) ? name : undefined;
  },
};
