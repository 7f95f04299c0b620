import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process, told apart from a later process with the same number since the machine started. */
export type ProcessIdentity = { pid: number; startTime: string };

/**
 * The running process with this number; undefined when there is none.
 *
 * A zombie counts as dead: it has no open file and no memory, but keeps its number until its parent waits for it.
 * PostgreSQL's own check of postmaster.pid takes a zombie for a running server.
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const stat = readProc(`${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the command in brackets and may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTime] = [fields[0], fields[19]];
  if (state === "Z" || state === "X" || startTime === undefined) return undefined;
  return { pid, startTime };
}

/** True while exactly this process runs, and not a later one with its number. */
export function isAlive(process: ProcessIdentity): boolean {
  return identifyProcess(process.pid)?.startTime === process.startTime;
}

/** The command line of a running process, for messages and recognition; empty when it cannot be read. */
export function commandLine(pid: number): string[] {
  return readProc(`${pid}/cmdline`)?.split("\0").slice(0, -1) ?? [];
}

/** True when this folder is the process's working folder. Every process of a PostgreSQL server works in its cluster. */
export function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false; // gone, a zombie, or of another user
  }
}

/** All running processes whose working folder is this one. */
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
