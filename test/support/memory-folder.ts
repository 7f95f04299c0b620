import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";

/**
 * A new folder, in memory where the machine has room for it: a database is a thousand files, and a disk takes ten times
 * as long to make them. What a killed process has written stays there as on a disk.
 */
export function memoryFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix));
  // the database server's own user needs access
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2_000_000_000;
}
