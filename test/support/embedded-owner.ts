import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import type { EmbeddedServerOptions } from "#platform/database/embedded-server.server.ts";
import { identifyProcess, isAlive, processesIn } from "#platform/database/process-identity.server.ts";

/** The output of `embedded-program.ts` when its server answers, or the error. */
export type ProgramReport = {
  pid: number;
  origin: string;
  ownerUrl: string;
  socketDir: string;
  refusal?: string;
};

/** A data folder that is removed after the test, with everything that still runs in it. */
export function temporaryDataDir(parent = tmpdir()): string {
  const dataDir = mkdtempSync(join(parent, "estival-launcher-"));
  onTestFinished(async () => {
    for (const pid of processesIn(join(dataDir, "postgres", "cluster"))) process.kill(pid, "SIGKILL");
    removeDataFolder(dataDir);
  });
  return dataDir;
}

/** Runs a program that owns a server, as the given user if not ours, until it reports. */
export async function runOwner(
  options: EmbeddedServerOptions,
  user: { uid?: number; gid?: number } = {},
): Promise<{ program: ChildProcess; report: ProgramReport }> {
  const script = join(import.meta.dirname, "embedded-program.ts");
  const program = spawn(process.execPath, [script, JSON.stringify(options)], {
    ...user,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  const [line] = (await once(createInterface(program.stdout), "line")) as [string];
  return { program, report: JSON.parse(line) as ProgramReport };
}

/** Kills without a chance to clean up, and waits until the process is gone. */
export async function killHard(pid: number): Promise<void> {
  const identity = identifyProcess(pid);
  process.kill(pid, "SIGKILL");
  await until(() => !identity || !isAlive(identity));
}

/** Waits for a condition; false when it does not hold in time. */
export async function until(holds: () => boolean | Promise<boolean>, timeout = 10_000): Promise<boolean> {
  const end = performance.now() + timeout;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(10);
  }
  return true;
}

/** One statement on a connection of its own; the first value of the first row. */
export async function askOnce(url: string, statement: string): Promise<unknown> {
  const client = new Client(url);
  client.on("error", () => {}); // tests kill servers
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end().catch(() => {});
  }
}
