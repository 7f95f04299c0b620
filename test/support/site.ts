import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { processesIn } from "#platform/database/process-identity.server.ts";
import type { Machine } from "./machines.ts";
import { memoryFolder } from "./memory-folder.ts";

export type Site = {
  origin: string;
  dataDir: string;
  pid: number;
  /** Sends a signal and waits for the end; resolves to the exit code, or null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends the site and removes the data folder that it got by default. Safe to call twice. */
  stop(): Promise<void>;
  /** Everything it printed so far, on both streams. */
  output(): string;
};

const ourBuild = join(import.meta.dirname, "..", "..", "build");

/**
 * Runs the built site as a process of its own on a free port of 127.0.0.1 and resolves when it can sell (`/healthz`).
 * It gets only PATH and HOME of our environment, and `env`; without a DATA_DIR there it gets an empty one.
 *
 * @throws with everything it printed when it ends first, or after three minutes.
 */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const site = await launchSite(env);
  if (await site.isReady()) return site;
  await site.kill("SIGKILL");
  throw new Error(`The site did not start.\n${site.output()}`);
}

export type LaunchedSite = Site & {
  isRunning(): boolean;
  /** Waits until it can sell; false when it ended before, or was not ready within three minutes. */
  isReady(): Promise<boolean>;
};

/**
 * Starts the site without waiting: for processes that shall end, or must not start. `build` is another built copy; with
 * `on` it runs on that machine.
 */
export async function launchSite(
  env: Record<string, string> = {},
  build = ourBuild,
  on?: Machine,
): Promise<LaunchedSite> {
  const entry = join(build, "server", "index.js");
  if (!existsSync(entry)) throw new Error("The site is not built: npm run build.");
  const dataDir = env.DATA_DIR ?? memoryFolder("estival-site-");
  const port = env.PORT ?? String(await freePort());
  const { PATH = "", HOME = "" } = process.env;
  const host = on?.address ?? "127.0.0.1";
  const start = [process.execPath, entry] as const;
  const [program = "", ...args] = on ? on.command(...start) : start;
  const child = spawn(program, args, {
    env: {
      PATH,
      HOME,
      HOST: host,
      PORT: port,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: join(build, ".compile-cache"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test file that fails before its hooks are registered must not leave a site running.
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  child.once("exit", () => process.off("exit", withUs));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const running = () => child.exitCode === null && child.signalCode === null;

  const kill = (signal: NodeJS.Signals): Promise<number | null> => {
    if (running()) child.kill(signal);
    return ended;
  };
  const stop = async (): Promise<void> => {
    // behind a proxy a polite end takes five seconds more
    await kill(env.TRUST_PROXY ? "SIGKILL" : "SIGTERM");
    if (env.DATA_DIR) return;
    await untilLeft(join(dataDir, "postgres", "cluster"));
    removeDataFolder(dataDir);
  };
  const origin = `http://${host}:${port}`;
  const isReady = async (): Promise<boolean> => {
    const deadline = performance.now() + 180_000;
    while (!(await isHealthy(origin))) {
      if (!running() || performance.now() > deadline) return false;
      await pause(20);
    }
    return true;
  };
  const pid = child.pid as number;
  return { origin, dataDir, pid, kill, stop, output: () => output, isRunning: running, isReady };
}

/** The database of a site that was killed ends by itself, a moment later; it is told to where it would not. */
async function untilLeft(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const folder = realpathSync(cluster);
  const deadline = performance.now() + 10_000;
  for (let left = processesIn(folder); left.length > 0; left = processesIn(folder)) {
    if (performance.now() > deadline) for (const pid of left) interrupt(pid);
    await pause(20);
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // it has ended meanwhile
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).status === 200;
  } catch {
    return false; // not listening yet
  }
}

/**
 * A port that was free a moment ago, below the range that the system assigns automatically: the site opens other
 * sockets on such ports before it listens on this one.
 */
export function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => done(port)));
  });
}
