import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export type KeptSite = {
  /** The process that serves now; undefined between two. */
  pid(): number | undefined;
  output(): string;
  /** Ends the serving process properly, and the socket with it. */
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, "..", "..");
const built = ["build/server/index.js"];

/**
 * Runs the built site on a socket that stays open when it ends, and restarts it whenever it ends, as systemd does in
 * docs/operations.md. Resolves when it can sell. `program` is run in the site's place, and starts the site itself.
 */
export async function startKeptSite(
  port: number,
  env: Record<string, string>,
  program: readonly string[] = built,
): Promise<KeptSite> {
  const { PATH = "", HOME = "" } = process.env;
  const outer: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "keep-socket.ts"), String(port), process.execPath, ...program],
    { cwd: root, env: { PATH, HOME, ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [outer.stdout, outer.stderr]) stream?.on("data", (text) => (output += text));
  const ended = new Promise((done) => outer.once("close", done));
  // Below the outer process runs the site itself, or the command that started it.
  const started = () => childOf(outer.pid as number);
  const pid = () => {
    const first = started();
    return program === built || first === undefined ? first : childOf(first);
  };
  const killAll = (signal: NodeJS.Signals) => {
    const site = pid();
    outer.kill("SIGKILL");
    if (site !== undefined) process.kill(site, signal);
    return site;
  };
  const withUs = () => killAll("SIGKILL");
  process.once("exit", withUs);
  if (!(await Promise.race([isReady(port), ended.then(() => false)]))) {
    killAll("SIGKILL");
    throw new Error(`The site did not start.\n${output}`);
  }
  return {
    pid,
    output: () => output,
    async stop() {
      process.off("exit", withUs);
      const site = killAll("SIGTERM");
      await ended;
      while (site !== undefined && isRunning(site)) await pause(20);
    },
  };
}

function childOf(pid: number): number | undefined {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return first ? Number(first) : undefined;
  } catch {
    return undefined; // it has ended
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Once the socket exists, an early request waits. */
async function isReady(port: number): Promise<boolean> {
  const timeout = AbortSignal.timeout(60_000);
  while (!timeout.aborted)
    try {
      return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: timeout })).ok;
    } catch {
      await pause(20);
    }
  return false;
}
