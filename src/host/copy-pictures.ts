import type { PictureStorage } from "#platform/storage/picture-storage.ts";

/** Pictures that are copied at once. */
const atOnce = 6;

type PictureCopies = {
  /** Pictures of the source that the target had, byte for byte. */
  readonly same: number;
  /** Those that were written, read again, and are the same now. */
  readonly copied: number;
  /** Names that the target lacks; only when nothing was to be written. */
  readonly missing: readonly string[];
  /** Names whose bytes differ from the source's, after writing where that was wanted. */
  readonly different: readonly string[];
  /** How many the target has beside those of the source; the sweep of a site deletes what no row names. */
  readonly others: number;
};

/**
 * Writes the pictures of one storage that another lacks, or has otherwise, and compares all of them by all their bytes.
 * The source stays as it is, and the copying can be repeated after an interruption: what is there already is not written
 * again. With `isCheck` it only compares.
 */
export async function copyPictures(
  from: PictureStorage,
  to: PictureStorage,
  { isCheck = false }: { readonly isCheck?: boolean } = {},
): Promise<PictureCopies> {
  const there = new Set<string>();
  for await (const { name } of to.list()) there.add(name);
  const others = new Set(there);
  const missing: string[] = [];
  const different: string[] = [];
  let same = 0;
  let copied = 0;

  async function copyOne(name: string): Promise<void> {
    const bytes = await from.read(name);
    // swept since it was listed
    if (!bytes) return;
    const isSame = async () => (await to.read(name))?.equals(bytes) === true;
    if (there.has(name) && (await isSame())) same += 1;
    else if (isCheck) (there.has(name) ? different : missing).push(name);
    else {
      await to.put(name, bytes);
      if (await isSame()) copied += 1;
      else different.push(name);
    }
  }

  const names = from.list()[Symbol.asyncIterator]();
  let hasFailed = false;
  async function copyNext(): Promise<void> {
    try {
      for (let next = await names.next(); !next.done && !hasFailed; next = await names.next()) {
        others.delete(next.value.name);
        await copyOne(next.value.name);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  for (const end of await Promise.allSettled(Array.from({ length: atOnce }, copyNext)))
    if (end.status === "rejected") throw end.reason;
  return { same, copied, missing, different, others: others.size };
}

/** Throws when a picture is not in the target as it is in the source; resolves to how many are. */
export async function copyAllPictures(from: PictureStorage, to: PictureStorage): Promise<number> {
  const { same, copied, different } = await copyPictures(from, to);
  if (different.length > 0) throw new Error(`imagini care nu s-au copiat la fel: ${different.join(", ")}`);
  return same + copied;
}
