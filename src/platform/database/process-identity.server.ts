import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process, told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; startTime: string; bootId: string };

/**
 * Names the living process behind a number, or nothing when there is none.
 *
 * A zombie counts as dead: it holds no file and no memory any more, yet its number stays in use until its
 * parent has asked for it, and PostgreSQL's own check of postmaster.pid takes it for a living server.
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const stat = readProc(`${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the command in brackets and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTime] = [fields[0], fields[19]];
  if (state === "Z" || state === "X" || startTime === undefined) return undefined;
  return { pid, startTime, bootId: readProc("sys/kernel/random/boot_id")?.trim() ?? "" };
}

/** True while exactly this process lives, not merely one with its number. */
export function isAlive(process: ProcessIdentity): boolean {
  const now = identifyProcess(process.pid);
  return now?.startTime === process.startTime && now.bootId === process.bootId;
}

/** The command line of a living process, for messages and recognition; empty when it cannot be read. */
export function commandLine(pid: number): string[] {
  return readProc(`${pid}/cmdline`)?.split("\0").slice(0, -1) ?? [];
}

/** True when the process stands in this folder. Every process of a PostgreSQL server stands in its cluster. */
export function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false; // gone, a zombie, or of another user
  }
}

/** All living processes that stand in this folder. */
export function processesIn(folder: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && worksIn(pid, folder));
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return undefined;
  }
}
