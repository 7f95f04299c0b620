/**
 * The storage of pictures: a folder of this machine, or a bucket of an S3-compatible service. A name is
 * `folder/random.extension`; the bytes of a name never change, so browsers may cache them for good. Everything but
 * `urlOf` and `nameOf` throws `StorageUnavailable` when the storage does not answer.
 */
export type PictureStorage = {
  /** Stores the bytes, all of them or nothing. Throws `StorageFull` when there is no room. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** All bytes of a name, never a part of them; undefined where there is no such picture. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes names; a missing name is not an error. */
  remove(names: readonly string[]): Promise<void>;
  /** All stored names, with the time of each. */
  list(): AsyncIterable<{ readonly name: string; readonly since: Date }>;
  /** The public address of a name. */
  urlOf(name: string): string;
  /** The name of an address of ours; undefined for every other address. */
  nameOf(url: string): string | undefined;
  /** Where the files lie on this machine; undefined when they lie elsewhere. */
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

/** The same name; throws when it is none. */
export function checkedName(name: string): string {
  if (!isStoredName(name)) throw new RangeError(`not a name of a stored picture: ${name}`);
  return name;
}

/** The addresses of pictures are the same wherever they are stored. */
export const pictureAddresses: Pick<PictureStorage, "urlOf" | "nameOf"> = {
  urlOf: (name) => publicPath + name,
  nameOf(url) {
    const name = url.startsWith(publicPath) ? url.slice(publicPath.length) : "";
    return isStoredName(name) ? name : undefined;
  },
};
