import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, identifyProcess, isAlive, type ProcessIdentity } from "./process-identity.server.ts";

const lockName = "program.lock";

/**
 * Locks a data folder for this process, so that two programs never run one database.
 *
 * PostgreSQL's own lock is not enough: a crashed program may leave its server running, which must be ended, while a
 * running program's server must not be. So the lock names its owner, and counts only while the owner runs.
 *
 * @throws when a running program holds the folder; the message names it.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const file = join(dataDir, lockName);
  const ownFile = `${file}.${process.pid}`;
  const ownProcess = identifyProcess(process.pid);
  if (!ownProcess)
    throw new Error("The embedded database needs a Linux system with /proc. Set DATABASE_URL instead.");
  writeFileSync(ownFile, JSON.stringify(ownProcess), { mode: 0o600 });
  try {
    // A link appears at once and complete, or fails because the name is taken.
    while (!linkUnlessTaken(ownFile, file)) {
      const lockContent = read(file);
      const owner = parse(lockContent);
      if (owner && isAlive(owner)) throw new Error(takenMessage(dataDir, owner));
      dropAbandoned(file, lockContent);
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
  return {
    release() {
      if (parse(read(file))?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** The running program that holds a data folder, if any. */
export function dataFolderOwner(dataDir: string): ProcessIdentity | undefined {
  const owner = parse(read(join(dataDir, lockName)));
  return owner && isAlive(owner) ? owner : undefined;
}

function takenMessage(dataDir: string, owner: ProcessIdentity): string {
  const command = commandLine(owner.pid).join(" ").slice(0, 120);
  return (
    `The data folder ${dataDir} is in use by another running program (process ${owner.pid}: ${command}). ` +
    "Stop that one first, or give this one a folder of its own with DATA_DIR."
  );
}

/** Removes an abandoned lock; puts it back if a third program has locked the folder in between. */
function dropAbandoned(file: string, expectedContent: string | undefined): void {
  const abandoned = `${file}.abandoned-${process.pid}`;
  try {
    renameSync(file, abandoned);
  } catch {
    return; // another program removed it
  }
  if (read(abandoned) !== expectedContent) linkUnlessTaken(abandoned, file);
  rmSync(abandoned, { force: true });
}

function linkUnlessTaken(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text: string | undefined): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text ?? "") as Partial<ProcessIdentity>;
    const { pid, startTime, bootId } = value;
    return pid && startTime && bootId !== undefined ? { pid, startTime, bootId } : undefined;
  } catch {
    return undefined; // half-written at a power cut, so its writer is not running
  }
}
