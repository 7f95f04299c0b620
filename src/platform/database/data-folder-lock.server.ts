import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, identifyProcess, type ProcessIdentity } from "./process-identity.server.ts";

const lockName = "program.lock";

/**
 * The command tells the owner from a process that got its number and start time after the machine was restarted.
 * Linux's boot id would too, but in a container the service and a command of its operator read different ones.
 */
type Owner = ProcessIdentity & { command: string };

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
  const own = identify(process.pid);
  if (!own)
    throw new Error("The embedded database needs a Linux system with /proc. Set DATABASE_URL instead.");
  writeFileSync(ownFile, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link appears at once and complete, or fails because the name is taken.
    while (!linkUnlessTaken(ownFile, file)) {
      const lockContent = read(file);
      const owner = parse(lockContent);
      if (owner && runs(owner)) throw new Error(takenMessage(dataDir, owner));
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
export function dataFolderOwner(dataDir: string): Owner | undefined {
  const owner = parse(read(join(dataDir, lockName)));
  return owner && runs(owner) ? owner : undefined;
}

function identify(pid: number): Owner | undefined {
  const found = identifyProcess(pid);
  return found && { ...found, command: commandLine(pid).join(" ").slice(0, 120) };
}

function runs(owner: Owner): boolean {
  const found = identify(owner.pid);
  return found?.startTime === owner.startTime && found.command === owner.command;
}

function takenMessage(dataDir: string, owner: Owner): string {
  return (
    `The data folder ${dataDir} is in use by another running program (process ${owner.pid}: ${owner.command}). ` +
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

function parse(text: string | undefined): Owner | undefined {
  try {
    const value = JSON.parse(text ?? "") as Partial<Owner>;
    const { pid, startTime, command } = value;
    return pid && startTime && command !== undefined ? { pid, startTime, command } : undefined;
  } catch {
    return undefined; // half-written at a power cut, so its writer is not running
  }
}
