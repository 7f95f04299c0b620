import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startBucketService } from "#test/support/bucket-service.ts";
import { emptyDatabase } from "#test/support/database.ts";
import { temporaryDataDir } from "#test/support/embedded-owner.ts";
import { openStage } from "#test/support/stage.ts";
import { readStatus } from "#ticketing/reports/status-queries.server.ts";
import { openBackupBucket } from "../../src/host/nightly-backup.ts";

const { season, db, database, site: services } = await openStage({ providerRate: 0 });
await season.ticketType({ events: [await season.night()] });
await db`INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING`;
const bucket = await startBucketService();
afterAll(() => bucket.close());

async function command(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  limit = "unlimited",
) {
  const child = spawn(
    "sh",
    ["-c", `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, `src/host/${name}.ts`, ...args],
    {
      env: { PATH: process.env.PATH ?? "", APP_SECRET: "a secret of the test, long enough, yes", ...env },
    },
  );
  const [out, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((ended) => child.on("close", ended)),
  ]);
  return { out, complaint, code };
}

/** As the site or a timer runs it. */
const nightly = (env: Record<string, string>, limit?: string) =>
  command("backup", ["--nightly"], { DATABASE_ADMIN_URL: database.ownerUrl, ...env }, limit);
/** Invariant I31 alone breaks: the server of the test run does not flush to disk. */
const brokenIn = (printed: string) => printed.match(/^\S+(?= +BROKEN)/gm);
const status = () => services.database.withDuty("settle", readStatus);
const inFolder = () => {
  const folder = temporaryDataDir();
  return { folder, env: { DATA_DIR: temporaryDataDir(), BACKUP_TO: folder } };
};

beforeEach(async () => {
  await db`DELETE FROM backups`;
  await db`DELETE FROM failed_backups`;
});

test("a night's backup is made once, by one of several processes, and the site's status knows it", async () => {
  const { folder, env } = inFolder();
  const ends = await Promise.all([nightly(env), nightly(env), nightly(env)]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(ends.filter(({ out }) => out.startsWith("Copie de siguranță")).length).toBe(1);
  expect((await nightly(env)).out).toContain("făcută deja");
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await status()).toMatchObject({ backup: { kept: 1 }, backupFailure: null });
});

test("the fifteenth backup removes the oldest, and nothing that the night did not make; it restores whole", async () => {
  const { folder, env } = inFolder();
  await nightly(env);
  const [first = ""] = readdirSync(folder);
  const older = Array.from({ length: 13 }, (_, day) => `nightly-2026-01-${String(day + 10)}T030000Z`);
  for (const name of [...older, "nightly-2026-01-09T030000Z", "before-2"])
    cpSync(join(folder, first), join(folder, name), { recursive: true });
  await db`DELETE FROM backups`;
  expect((await nightly(env)).code).toBe(0);
  const kept = readdirSync(folder).toSorted();
  expect(kept.filter((name) => name.startsWith("nightly-"))).toHaveLength(14);
  expect(kept).toContain("before-2");
  expect(kept).not.toContain("nightly-2026-01-09T030000Z");
  expect(kept).not.toContain("nightly-2026-01-10T030000Z");

  const empty = await emptyDatabase();
  const there = { DATABASE_ADMIN_URL: empty.ownerUrl, DATA_DIR: temporaryDataDir() };
  const newest = join(folder, kept.filter((name) => name.startsWith("nightly-")).at(-1) as string);
  expect(brokenIn((await command("restore", [newest], there)).complaint)).toEqual(["I31"]);
  expect(brokenIn((await command("check-data", [], there)).out)).toEqual(["I31"]);
  expect((await command("restore", [newest], there)).code).toBe(1);
});

test.each([
  ["cannot be made", "unlimited", (folder: string) => writeFileSync(join(folder, "file"), ""), "/file/in"],
  ["is full", "1", () => {}, ""],
])(
  "a folder that %s leaves the earlier backups, and the office reads why",
  async (_, limit, spoil, below) => {
    const { folder, env } = inFolder();
    await nightly(env);
    const before = readdirSync(folder);
    await db`DELETE FROM backups`;
    spoil(folder);
    const failed = await nightly({ ...env, BACKUP_TO: folder + below }, limit);
    expect(failed.code).toBe(1);
    const { backupFailure } = await status();
    expect(backupFailure).not.toBeNull();
    expect(failed.complaint).toContain(backupFailure);
    expect(readdirSync(folder).filter((name) => name !== "file")).toEqual(before);
    // not again at once, which would load a machine that is in trouble
    expect((await nightly(env)).out).toContain("făcută deja");
    await db`UPDATE failed_backups SET at = at - interval '61 minutes'`;
    expect((await nightly(env)).code).toBe(0);
    expect((await status()).backupFailure).toBeNull();
  },
);

test("a backup in the bucket restores from there; one that was cut short is removed, a full bucket says so", async () => {
  const env = {
    ...bucket.environment,
    DATA_DIR: temporaryDataDir(),
    BACKUP_TO: `s3://${bucket.environment.S3_BUCKET}`,
  };
  bucket.breakWith({ kind: "refused", status: 507, code: "InsufficientStorage", method: "PUT" });
  expect((await nightly(env)).code).toBe(1);
  expect((await status()).backupFailure).toContain("has no room");
  bucket.breakWith({ kind: "refused", status: 403, code: "AccessDenied", method: "PUT", times: 1 });
  await db`DELETE FROM failed_backups`;
  expect((await nightly(env)).code).toBe(1);
  bucket.breakWith();
  await db`DELETE FROM failed_backups`;
  const { out } = await nightly(env);
  const address = /s3:\S+/.exec(out)?.[0] ?? "";
  expect(readdirSync(join(env.DATA_DIR, "backups"))).toEqual([]);

  const empty = await emptyDatabase();
  const there = { ...env, DATABASE_ADMIN_URL: empty.ownerUrl };
  expect(brokenIn((await command("restore", [address], there)).complaint)).toEqual(["I31"]);
  expect((await command("restore", ["s3://another/backups/x"], there)).complaint).toContain("S3_BUCKET");
});

test("a bucket's name that leads out of the folder writes nothing there", async () => {
  const listed = createServer((request, answer) => {
    const key = "backups/night/../../outside/file";
    const list = `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>${key}</Key></Contents></ListBucketResult>`;
    answer.setHeader("content-type", "application/xml");
    answer.end(request.url?.includes("list-type=2") ? list : "stolen");
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => listed.once("listening", listening));
  const { port } = listed.address() as AddressInfo;
  const keys = { region: "x", keyId: "x", secretKey: "x" };
  const hostile = openBackupBucket({ endpoint: `http://127.0.0.1:${port}`, bucket: "cos", ...keys });
  const into = join(temporaryDataDir(), "a", "b");
  try {
    await expect(hostile.fetchInto(into, "night")).rejects.toThrow("no file of a backup");
    expect(existsSync(join(into, "..", "..", "outside"))).toBe(false);
  } finally {
    listed.close();
    listed.closeAllConnections();
  }
});
