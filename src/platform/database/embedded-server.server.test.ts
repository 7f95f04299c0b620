import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { askOnce, runOwner, temporaryDataDir, until } from "#test/support/embedded-owner.ts";
import { makeDatabaseTemplate } from "./database-template.server.ts";
import { findEmbeddedServer, startEmbeddedServer } from "./embedded-server.server.ts";

const run = promisify(execFile);

test("a first start makes a durable cluster with checksums and the built-in locale", async () => {
  const server = await startEmbeddedServer({ dataDir: temporaryDataDir() });
  try {
    expect(server).toMatchObject({ origin: "made" });
    const expected = {
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      wal_level: "replica",
      data_checksums: "on",
      listen_addresses: "",
      server_encoding: "UTF8",
      TimeZone: "UTC",
    };
    for (const [name, value] of Object.entries(expected)) {
      expect([name, await askOnce(server.ownerUrl(), `SHOW ${name}`)]).toEqual([name, value]);
    }
    const locale =
      "SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'postgres'";
    expect(await askOnce(server.ownerUrl(), locale)).toBe("b C.UTF-8");
    await server.durable;
  } finally {
    await server.stop();
  }
});

test("written data is there after a stop and a second start", async () => {
  const dataDir = temporaryDataDir();
  const first = await startEmbeddedServer({ dataDir });
  await askOnce(first.ownerUrl(), "CREATE TABLE kept AS SELECT 7 AS seven");
  await first.stop();
  await first.stop(); // the second call changes nothing
  const second = await startEmbeddedServer({ dataDir });
  expect(second.origin).toBe("found");
  expect(await askOnce(second.ownerUrl(), "SELECT seven FROM kept")).toBe(7);
  await second.stop();
  expect(findEmbeddedServer(dataDir)).toBeUndefined();
});

test("the server listens on its socket only, and only the server's user can open its folders", async () => {
  const dataDir = temporaryDataDir();
  const server = await startEmbeddedServer({ dataDir });
  try {
    for (const folder of [
      join(dataDir, "postgres"),
      join(dataDir, "postgres", "cluster"),
      server.socketDir,
    ]) {
      expect([folder, statSync(folder).mode & 0o777]).toEqual([folder, 0o700]);
    }
    const ways = await askOnce(
      server.ownerUrl(),
      "SELECT string_agg(type || auth_method, ',') FROM pg_hba_file_rules",
    );
    expect(ways).toBe("localpeer");
  } finally {
    await server.stop();
  }
});

test("a path too long for a socket does not stop a start", async () => {
  const dataDir = join(temporaryDataDir(), "a".repeat(60), "b".repeat(60));
  const server = await startEmbeddedServer({ dataDir });
  expect(Buffer.byteLength(join(server.socketDir, ".s.PGSQL.5432"))).toBeLessThan(108);
  expect(await askOnce(server.ownerUrl(), "SELECT 1")).toBe(1);
  await server.stop();
  expect(statSync(server.socketDir, { throwIfNoEntry: false })).toBeUndefined();
});

test("variables meant for psql, and a comma in the folder's name, change nothing", async () => {
  const foreign = {
    PGPORT: "6432",
    PGSSLMODE: "require",
    PGOPTIONS: "-c no_such_setting=1",
    PGHOST: "db.example",
  };
  for (const [name, value] of Object.entries(foreign)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const server = await startEmbeddedServer({ dataDir: join(temporaryDataDir(), "club, vara") });
  try {
    vi.stubEnv("PGOPTIONS", undefined);
    expect(await askOnce(server.ownerUrl(), "SELECT 1")).toBe(1);
  } finally {
    await server.stop();
  }
});

test("a second program on the folder is refused, with the first one's name, and can connect to its server", async () => {
  const dataDir = temporaryDataDir();
  const first = await runOwner({ dataDir });
  await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running program (process ${first.program.pid}`,
  );
  expect(await askOnce(findEmbeddedServer(dataDir)?.ownerUrl() ?? "", "SELECT 1")).toBe(1);
  first.program.kill("SIGTERM");
  expect(await until(() => first.program.exitCode === 0)).toBe(true);
  const second = await startEmbeddedServer({ dataDir });
  await second.stop();
});

test("the same program is refused a second server on the folder too", async () => {
  const dataDir = temporaryDataDir();
  const first = await startEmbeddedServer({ dataDir });
  await expect(startEmbeddedServer({ dataDir })).rejects.toThrow("is in use");
  await first.stop();
});

test.runIf(process.getuid?.() === 0)(
  "a command whose system calls itself by another boot id finds the running program and takes nothing from it",
  async () => {
    const dataDir = temporaryDataDir();
    const server = await startEmbeddedServer({ dataDir });
    try {
      const bootId = "/proc/sys/kernel/random/boot_id";
      const asked = `import("#platform/database/embedded-server.server.ts").then((m) =>
        console.log(m.findEmbeddedServer(${JSON.stringify(dataDir)}) !== undefined))`;
      const { stdout } = await run("unshare", [
        "--mount",
        "sh",
        "-c",
        `mount --bind /proc/sys/kernel/random/uuid ${bootId} && exec "$0" -e "$1"`,
        process.execPath,
        asked,
      ]);
      expect(stdout).toBe("true\n");
    } finally {
      await server.stop();
    }
  },
);

test("a first start copies the prepared cluster, and only one of the same version", async () => {
  const templateDir = join(temporaryDataDir(), "database-template");
  await makeDatabaseTemplate(templateDir, async (ownerUrl) => {
    await askOnce(ownerUrl, "CREATE TABLE prepared AS SELECT 'yes' AS answer");
  });
  const server = await startEmbeddedServer({ dataDir: temporaryDataDir(), templateDir });
  expect(server.origin).toBe("copied");
  expect(await askOnce(server.ownerUrl(), "SELECT answer FROM prepared")).toBe("yes");
  expect(await askOnce(server.ownerUrl(), "SHOW wal_level")).toBe("replica");
  await server.stop();

  const other = await startEmbeddedServer({
    dataDir: temporaryDataDir(),
    templateDir,
    superuser: "somebody_else",
  });
  expect(other.origin).toBe("made");
  await other.stop();
});
