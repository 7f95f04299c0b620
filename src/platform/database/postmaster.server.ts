import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  commandLine,
  identifyProcess,
  isAlive,
  type ProcessIdentity,
  processesIn,
  worksIn,
} from "./process-identity.server.ts";

/** A postgres process that runs on a cluster. */
export type Postmaster = ProcessIdentity & { socketDir: string };

/**
 * Finds the running server of a cluster through its postmaster.pid.
 *
 * The number alone proves nothing: after a crash it may belong to a zombie or to any other process. The server is the
 * process that is called postgres and has the cluster as its working folder.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidFileLines(cluster);
  const identity = identifyProcess(Number(lines[0]));
  if (!identity || !worksIn(identity.pid, cluster)) return undefined;
  if (!commandLine(identity.pid)[0]?.endsWith("postgres")) return undefined;
  return { ...identity, socketDir: lines[4] ?? "" };
}

/**
 * Removes what a dead server left. PostgreSQL believes its postmaster.pid as long as any process or zombie has that
 * number. Backends that outlived a killed postmaster still write to shared memory, so they are ended first.
 */
export async function clearDeadServer(cluster: string): Promise<void> {
  if (pidFileLines(cluster).length === 0) return;
  const begun = performance.now();
  for (let left = processesIn(cluster); left.length > 0; left = processesIn(cluster)) {
    const waited = performance.now() - begun;
    if (waited > 10_000)
      throw new Error(`Processes ${left.join(", ")} of a dead server do not end; ${cluster}`);
    if (waited > 3_000) for (const pid of left) signal(pid, waited > 6_000 ? "SIGKILL" : "SIGQUIT");
    await pause(20);
  }
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/** Ends a server with a fast shutdown, which writes everything; SIGQUIT after half a minute, then SIGKILL. */
export async function endPostmaster(server: Postmaster): Promise<void> {
  const steps = [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const;
  for (const [name, timeout] of steps) {
    const begun = performance.now();
    if (isAlive(server)) signal(server.pid, name);
    while (isAlive(server) && performance.now() - begun < timeout) await pause(5);
  }
  if (isAlive(server)) throw new Error(`The database server (process ${server.pid}) does not end.`);
}

function pidFileLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
