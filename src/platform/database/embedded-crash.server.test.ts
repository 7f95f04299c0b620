import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askOnce, killHard, runOwner, temporaryDataDir, until } from "#test/support/embedded-owner.ts";
import { startEmbeddedServer } from "./embedded-server.server.ts";
import { processesIn } from "./process-identity.server.ts";

const hasSetpriv = existsSync("/usr/bin/setpriv");

const clusterOf = (dataDir: string) => join(dataDir, "postgres", "cluster");

test.runIf(hasSetpriv)(
  "[I31] kill -9 of the program ends its server within three seconds, nothing lost",
  async () => {
    const dataDir = temporaryDataDir();
    const { program, report } = await runOwner({ dataDir });
    await askOnce(report.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS seven");
    expect(processesIn(clusterOf(dataDir)).length).toBeGreaterThan(1);
    program.kill("SIGKILL");
    expect(await until(() => processesIn(clusterOf(dataDir)).length === 0, 3_000)).toBe(true);
    const next = await startEmbeddedServer({ dataDir });
    expect(await askOnce(next.ownerUrl(), "SELECT seven FROM kept")).toBe(7);
    await next.stop();
  },
);

test.runIf(hasSetpriv)("a start right after kill -9 waits for the dying server", async () => {
  const dataDir = temporaryDataDir();
  const { program, report } = await runOwner({ dataDir });
  await killHard(program.pid as number);
  const next = await startEmbeddedServer({ dataDir });
  expect(next.pid).not.toBe(report.pid);
  expect(await askOnce(next.ownerUrl(), "SELECT 1")).toBe(1);
  await next.stop();
});

test("without setpriv the server outlives kill -9 of its program; the next start ends it and loses nothing", async () => {
  const dataDir = temporaryDataDir();
  const { program, report } = await runOwner({ dataDir, endWithProgram: "never" });
  await askOnce(report.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS seven");
  await killHard(program.pid as number);
  const lines: string[] = [];
  const next = await startEmbeddedServer({ dataDir, log: (line) => lines.push(line) });
  expect(next.pid).not.toBe(report.pid);
  expect(lines).toEqual([expect.stringContaining(`process ${report.pid}`)]);
  expect(await askOnce(next.ownerUrl(), "SELECT seven FROM kept")).toBe(7);
  await next.stop();
  expect(processesIn(clusterOf(dataDir))).toEqual([]);
});

test("[F11] [I31] after kill -9 of the server it restarts with every acknowledged write", async () => {
  const dataDir = temporaryDataDir();
  const lines: string[] = [];
  const server = await startEmbeddedServer({ dataDir, log: (line) => lines.push(line) });
  await askOnce(server.ownerUrl(), "CREATE TABLE kept AS SELECT 7 AS seven");
  const dead = server.pid;
  await killHard(dead);
  const again = () => askOnce(server.ownerUrl(), "SELECT seven FROM kept").catch(() => undefined);
  expect(await until(async () => (await again()) === 7)).toBe(true);
  expect(await until(() => server.pid !== dead)).toBe(true);
  expect(lines).toContain("the database server died; starting it again");
  await server.stop();
  expect(processesIn(clusterOf(dataDir))).toEqual([]);
});

test("after kill -9 of program and server the next start recovers the data", async () => {
  const dataDir = temporaryDataDir();
  const { program, report } = await runOwner({ dataDir });
  await askOnce(report.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS seven");
  process.kill(report.pid, "SIGKILL");
  await killHard(program.pid as number);
  const next = await startEmbeddedServer({ dataDir });
  expect(await askOnce(next.ownerUrl(), "SELECT seven FROM kept")).toBe(7);
  await next.stop();
});

test("a leftover postmaster.pid with the number of a zombie or of another program does not stop a start", async () => {
  const dataDir = temporaryDataDir();
  const first = await startEmbeddedServer({ dataDir });
  const pidFile = join(clusterOf(dataDir), "postmaster.pid");
  const left = readFileSync(pidFile, "utf8");
  await first.stop();
  // The shell's child ends soon and stays a zombie: the sleep that replaced the shell never waits for it.
  const parent = spawn("/bin/bash", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const zombie = await new Promise<string>((done) =>
      parent.stdout.once("data", (text) => done(`${text}`.trim())),
    );
    expect(await until(() => readFileSync(`/proc/${zombie}/stat`, "utf8").includes(") Z "))).toBe(true);
    for (const pid of [zombie, String(parent.pid)]) {
      writeFileSync(pidFile, left.replace(/^\d+/, pid));
      const next = await startEmbeddedServer({ dataDir });
      await next.stop();
    }
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a first start that was killed is repeated from the beginning", async () => {
  const dataDir = temporaryDataDir();
  const { program } = await runOwner({ dataDir });
  program.kill("SIGTERM");
  await until(() => program.exitCode === 0);
  renameSync(clusterOf(dataDir), `${clusterOf(dataDir)}.partial`);
  const next = await startEmbeddedServer({ dataDir });
  expect(next.origin).toBe("made");
  await next.stop();
});
