import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openServerHome, removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { findBinaries, runAs } from "#platform/database/embedded-binaries.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";

const project = join(import.meta.dirname, "..", "..");

/** G11: `npm start` until the first page, in an empty folder against initdb and a start, and once more against a start. */
export async function measureStarts({ rounds }: { rounds: number }): Promise<GoalResult[]> {
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const { z, warm } = await bareStart();
    const dataDir = mkdtempSync(join(tmpdir(), "estival-start-"));
    const first = await npmStart(dataDir);
    const again = await npmStart(dataDir);
    removeDataFolder(dataDir);
    measured.push({ Z: z, Zw: warm, first, again });
  }
  const over = (top: string, bottom: string) =>
    median(measured.map((round) => (round[top] ?? 0) / (round[bottom] ?? 1)));
  const line = (goal: string, what: string, top: string, bottom: string, wanted: number): GoalResult => ({
    goal,
    what,
    figure: `${Math.round(median(measured.map((round) => round[top] ?? 0)))} ms`,
    ratio: `${twoDigits(over(top, bottom))} ${bottom}`,
    wanted: `<= ${wanted} ${bottom}`,
    met: staysUnder(over(top, bottom), wanted),
    rounds: goal === "G11" ? measured : [],
  });
  return [
    line("G11", "npm start to the first page: empty folder, season loaded", "first", "Z", 2.5),
    line("G11 again", "npm start to the first page: second start", "again", "Zw", 3),
  ];
}

/** Z: initdb, start, first answer. Zw: start, first answer. Without anything of ours. */
async function bareStart(): Promise<{ z: number; warm: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-bare-"));
  const { home, account } = openServerHome(dataDir);
  const binaries = await findBinaries({ account, cacheDir: join(tmpdir(), "estival-bare-binaries") });
  const begun = performance.now();
  await runAs(account, binaries.initdb, [
    "-D",
    join(home, "bare"),
    "--no-sync",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "-E",
    "UTF8",
    "-A",
    "trust",
    "-U",
    "postgres",
  ]);
  const made = performance.now() - begun;
  const warm = await startedIn(dataDir);
  removeDataFolder(dataDir);
  return { z: made + warm, warm };
}

async function startedIn(dataDir: string): Promise<number> {
  const warmUp = await startEmbeddedServer({ dataDir: join(dataDir, "warm") });
  await warmUp.durable;
  await warmUp.stop();
  const begun = performance.now();
  const server = await startEmbeddedServer({ dataDir: join(dataDir, "warm") });
  const client = new pg.Client({ connectionString: server.ownerUrl() });
  await client.connect();
  await client.query("SELECT 1");
  const took = performance.now() - begun;
  await client.end();
  await server.stop();
  return took;
}

async function npmStart(dataDir: string): Promise<number> {
  const port = 3313;
  const begun = performance.now();
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" },
    stdio: "ignore",
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.status === 200) break;
    await new Promise((resume) => setTimeout(resume, 10));
  }
  const took = performance.now() - begun;
  npm.kill("SIGTERM");
  await once(npm, "exit");
  return took;
}
