import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";

export type Site = {
  origin: string;
  dataDir: string;
  pid: number;
  /** Sends a signal and waits for the end; resolves with the exit code, or null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends the site politely and removes the data folder it was given by default. Safe to call twice. */
  stop(): Promise<void>;
  /** Everything it printed so far, both streams. */
  output(): string;
};

const ourBuild = join(import.meta.dirname, "..", "..", "build");

/**
 * Runs the built site as a process of its own on a free port of 127.0.0.1 and resolves when it can sell (`/healthz`).
 * It sees only PATH and HOME of our environment, and `env`; without a DATA_DIR there it gets an empty one.
 *
 * @throws with everything it printed when it ends first, or after a minute.
 */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const site = await launchSite(env);
  if (await site.isReady()) return site;
  await site.kill("SIGKILL");
  throw new Error(`The site did not start.\n${site.output()}`);
}

export type LaunchedSite = Site & {
  isRunning(): boolean;
  /** Waits until it can sell; false when it ended before, or did not come so far within a minute. */
  isReady(): Promise<boolean>;
};

/** The same without waiting: for processes that are to end, or never to begin. `build` is another built copy. */
export async function launchSite(env: Record<string, string> = {}, build = ourBuild): Promise<LaunchedSite> {
  const entry = join(build, "server", "index.js");
  if (!existsSync(entry)) throw new Error("The site is not built: npm run build.");
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "estival-site-"));
  const port = env.PORT ?? String(await freePort());
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [entry], {
    env: {
      ...{ PATH, HOME, HOST: "127.0.0.1", PORT: port, DATA_DIR: dataDir },
      NODE_COMPILE_CACHE: join(build, ".compile-cache"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // a test file that fails before its hooks are known must not leave a site behind
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
    await kill("SIGTERM");
    if (!env.DATA_DIR) removeDataFolder(dataDir);
  };
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    const patience = performance.now() + 60_000;
    while (!(await isHealthy(origin))) {
      if (!running() || performance.now() > patience) return false;
      await pause(20);
    }
    return true;
  };
  const pid = child.pid as number;
  return { origin, dataDir, pid, kill, stop, output: () => output, isRunning: running, isReady };
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).status === 200;
  } catch {
    return false; // not listening yet
  }
}

/**
 * A port that was free a moment ago, below those that the system gives away by itself: the site opens doors of its own
 * on such ports before it listens on this one.
 */
export function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => done(port)));
  });
}
