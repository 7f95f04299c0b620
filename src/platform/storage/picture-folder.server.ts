import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import {
  checkedName,
  isStoredName,
  type PictureStorage,
  pictureAddresses,
  StorageFull,
} from "./picture-storage.ts";

/** The folder of half-written files. A later start removes those that a crash left. */
const incoming = ".incoming";
const longestWriteMs = 3_600_000;
const noRoom = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Pictures in a folder of this machine, such as DATA_DIR/pictures. Makes the folder. */
export async function openPictureFolder(folder: string): Promise<PictureStorage> {
  await mkdir(join(folder, incoming), { recursive: true });
  await sweepHalfWritten(join(folder, incoming));

  const pathOf = (name: string) => join(folder, checkedName(name));

  return {
    ...pictureAddresses,
    folder,
    async put(name, bytes) {
      const path = pathOf(name);
      const partialFile = join(folder, incoming, randomUUID());
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeDurably(partialFile, bytes);
        await rename(partialFile, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(partialFile, { force: true });
        if (noRoom.has((error as NodeJS.ErrnoException).code ?? ""))
          throw new StorageFull("no room for a picture", { cause: error });
        throw error;
      }
    },
    async read(name) {
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    async *list() {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isDirectory() || entry.name === incoming) continue;
        for (const file of await readdir(join(folder, entry.name))) {
          const name = `${entry.name}/${file}`;
          const fileStat = isStoredName(name) ? await stat(join(folder, name)).catch(() => null) : null;
          if (fileStat) yield { name, since: fileStat.mtime };
        }
      }
    },
  };
}

/** Removes old half-written files only: another process may be writing new ones now. */
async function sweepHalfWritten(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const fileStat = await stat(join(folder, file)).catch(() => null);
    if (fileStat && Date.now() - fileStat.mtimeMs > longestWriteMs)
      await rm(join(folder, file), { force: true });
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await faultPoint("storage.put");
  await faultPoint("storage.full").catch((cause: unknown) => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC", cause });
  });
  const file = await open(path, "wx", 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
