import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openServerHome, removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { findBinaries, runAs } from "#platform/database/embedded-binaries.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { freePort } from "#test/support/site.ts";
import { type BenchRun, type GoalResult, medians, milliseconds, ms, type Round, twoDigits } from "./goal.ts";

const project = join(import.meta.dirname, "..", "..", "..");

/** P9: `npm start` until the first page: in an empty folder, beside Z, and once more. */
export async function measureStarts({ rounds }: BenchRun): Promise<GoalResult[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const Z = await bareStart();
    const dataDir = mkdtempSync(join(tmpdir(), "estival-start-"));
    measured.push({ Z, first: await npmStart(dataDir), second: await npmStart(dataDir) });
    removeDataFolder(dataDir);
  }
  const { of, over } = medians(measured);
  return [
    {
      goal: "P9",
      what: "npm start to the first page: empty folder, season loaded",
      figure: ms(of("first")),
      ratio: `${twoDigits(over("first", "Z"))} Z`,
      wanted: "<= 2.5 Z",
      met: over("first", "Z") <= 2.5,
      rounds: measured,
    },
    {
      goal: "P9",
      what: "the second start",
      figure: ms(of("second")),
      ratio: "-",
      wanted: "<= 1000 ms",
      met: of("second") <= 1000,
      rounds: [],
    },
  ];
}

/** Z: initdb and a start to the first answer, without anything of ours. */
async function bareStart(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-bare-"));
  const { home, account } = openServerHome(dataDir);
  const binaries = await findBinaries({ account, cacheDir: join(tmpdir(), "estival-bare-binaries") });
  const made = await milliseconds(() =>
    runAs(account, binaries.initdb, [
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
    ]),
  );
  const first = await startEmbeddedServer({ dataDir: join(dataDir, "warm") });
  await first.durable;
  await first.stop();
  let stop = async () => {};
  const started = await milliseconds(async () => {
    const server = await startEmbeddedServer({ dataDir: join(dataDir, "warm") });
    const client = new pg.Client({ connectionString: server.ownerUrl() });
    await client.connect();
    await client.query("SELECT 1");
    stop = async () => {
      await client.end();
      await server.stop();
    };
  });
  await stop();
  removeDataFolder(dataDir);
  return made + started;
}

async function npmStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" },
    stdio: "ignore",
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (npm.exitCode !== null) throw new Error("npm start ended before it was ready");
    await pause(10);
  }
  const took = performance.now() - begun;
  npm.kill("SIGTERM");
  await once(npm, "exit");
  return took;
}
