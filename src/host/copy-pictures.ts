import type { PictureStorage } from "#platform/storage/picture-storage.ts";

/** How many pictures are copied at once. */
const atOnce = 6;

type PictureCopies = {
  /** Pictures that the target already had, byte for byte. */
  readonly same: number;
  /** Pictures that were written, read again, and are the same. */
  readonly copied: number;
  /** Names that the target lacks; filled only when the run just compares. */
  readonly missing: readonly string[];
  /** Names whose bytes differ from the source's, after writing if it was allowed. */
  readonly different: readonly string[];
  /** How many more pictures the target has than the source. A site's sweep deletes those that no row names. */
  readonly others: number;
};

/**
 * Copies the pictures that the target lacks, or has with other bytes, and compares all bytes of all pictures. The
 * source is not changed. A copy can be repeated after an interruption: pictures that are already there are not
 * written again. With `isCheck` it only compares.
 */
export async function copyPictures(
  from: PictureStorage,
  to: PictureStorage,
  { isCheck = false }: { readonly isCheck?: boolean } = {},
): Promise<PictureCopies> {
  const targetNames = new Set<string>();
  for await (const { name } of to.list()) targetNames.add(name);
  const others = new Set(targetNames);
  const missing: string[] = [];
  const different: string[] = [];
  let same = 0;
  let copied = 0;

  async function copyOne(name: string): Promise<void> {
    const bytes = await from.read(name);
    // the picture was deleted after the list was read
    if (!bytes) return;
    const isSame = async () => (await to.read(name))?.equals(bytes) === true;
    if (targetNames.has(name) && (await isSame())) same += 1;
    else if (isCheck) (targetNames.has(name) ? different : missing).push(name);
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

/** Copies all pictures; resolves to how many the target has from the source. Throws when one is not the same. */
export async function copyAllPictures(from: PictureStorage, to: PictureStorage): Promise<number> {
  const { same, copied, different } = await copyPictures(from, to);
  if (different.length > 0) throw new Error(`imagini care nu s-au copiat la fel: ${different.join(", ")}`);
  return same + copied;
}
