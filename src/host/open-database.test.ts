import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { queriesOf } from "#test/support/queries.ts";
import { loginVariables, readConfig } from "./config.ts";
import { openStorage } from "./open-database.ts";

const database = await testDatabase();
const owner = new pg.Client({ connectionString: database.ownerUrl });
const db = queriesOf(owner);
await owner.connect();
const project = mkdtempSync(join(tmpdir(), "estival-project-"));
cpSync("migrations", join(project, "migrations"), { recursive: true });
const read = readConfig(
  Object.fromEntries(
    Object.entries(loginVariables).map(([login, name]) => [
      name,
      database.urls[login as keyof typeof database.urls],
    ]),
  ),
);
if (!("config" in read)) throw new Error(read.problems.join());
await db`INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING`;
const storage = await openStorage(read.config, { dataDir: project, project, onLaunch: () => {} });
afterAll(async () => {
  await storage.close();
  await owner.end();
  rmSync(project, { recursive: true });
});

const setShape = async (value: string) =>
  owner.query("UPDATE migrations.fingerprint SET value = $1", [value]);

it("however often the health of the site is checked, the database is asked once a second, and a change is seen within one", async () => {
  const rows = await db`SELECT value FROM migrations.fingerprint`;
  expect(await storage.isHealthy()).toBe(true);
  await setShape("of another version");
  const answers = await Promise.all(Array.from({ length: 200 }, () => storage.isHealthy()));
  expect(new Set(answers)).toEqual(new Set([true]));
  await expect.poll(() => storage.isHealthy(), { timeout: 60_000, interval: 50 }).toBe(false);
  await setShape(rows[0].value);
  await expect.poll(() => storage.isHealthy(), { timeout: 60_000, interval: 50 }).toBe(true);
});

it("the schema version that a process needs is read when it starts: files of a later version beside it change nothing", async () => {
  rmSync(join(project, "migrations"), { recursive: true });
  await new Promise((resume) => setTimeout(resume, 1100));
  expect(await storage.isHealthy()).toBe(true);
});

it("no site is healthy while its database is away", async () => {
  await owner.query(`ALTER DATABASE ${database.name} CONNECTION LIMIT 0`);
  try {
    await db`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'estival health' AND datname = current_database()`;
    await expect.poll(() => storage.isHealthy(), { timeout: 60_000, interval: 50 }).toBe(false);
  } finally {
    await owner.query(`ALTER DATABASE ${database.name} CONNECTION LIMIT -1`);
  }
});
