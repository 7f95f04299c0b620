import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { EmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { openBenchDatabase } from "./bench-database.ts";

export type BenchSite = {
  readonly server: EmbeddedServer;
  readonly owner: pg.Client;
  readonly origin: string;
  /** The site's process. */
  readonly pid: number;
  /** CPU seconds the site's process has used. */
  close(): Promise<void>;
};

const project = join(import.meta.dirname, "..", "..");

/** A database of its own, and the built site on it, as one process. */
export async function openBenchSite(env: Record<string, string>, port: number): Promise<BenchSite> {
  const { server, owner, dataDir, close } = await openBenchDatabase();
  const site = spawnSite(server, dataDir, env, port);
  const origin = `http://127.0.0.1:${port}`;
  await untilHealthy(origin, site);
  return {
    server,
    owner,
    origin,
    pid: site.pid ?? 0,
    async close() {
      site.kill("SIGTERM");
      await new Promise((resolve) => site.once("exit", resolve));
      await close();
    },
  };
}

function spawnSite(
  server: EmbeddedServer,
  dataDir: string,
  env: Record<string, string>,
  port: number,
): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const log = join(dataDir, "site.log");
  writeFileSync(log, "");
  return spawn(process.execPath, [join(project, "build", "server", "index.js")], {
    cwd: project,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: join(dataDir, "site"),
      DATABASE_URL: loginAddresses(server.ownerUrl(), "app").public,
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function untilHealthy(origin: string, site: ChildProcess): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (site.exitCode !== null) throw new Error("the site ended before it was ready");
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error("the site was not ready in 15 seconds");
}
