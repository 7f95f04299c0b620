import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { queriesOf } from "#test/support/queries.ts";
import { openDatabase } from "./database.server.ts";

const own = await testDatabase();
const database = openDatabase({ urls: own.urls, rolePrefix: "app", poolSize: 2 });
const owner = new pg.Client({ connectionString: own.ownerUrl });
const db = queriesOf(owner);
await owner.connect();
await db`INSERT INTO stock_counters (id, kind, capacity) VALUES (gen_random_uuid(), 'places', 5)`;
afterAll(async () => {
  await owner.end();
  await database.close();
});

/** How many transactions of the site's have been open for a second. */
async function open(): Promise<number> {
  const rows =
    await db`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in%' AND xact_start < now() - interval '1 second'`;
  return rows[0]?.n ?? -1;
}

it("a machine without a network keeps the locks of its transactions for five seconds: holds, duties and people", async () => {
  const holds = await database.dedicated();
  holds.on("error", () => {});
  await holds.query(`SET ROLE ${pg.escapeIdentifier(database.roles.seller)}`);
  await holds.query("BEGIN");
  await holds.query("SELECT id FROM stock_counters FOR UPDATE");
  const released = Promise.withResolvers<void>();
  const silent = [
    database.withDuty("settle", () => released.promise),
    database.readAs({ userId: crypto.randomUUID() as never, role: "user" }, () => released.promise),
  ].map((work) => work.catch(() => {}));
  await expect.poll(open, { timeout: 60_000 }).toBe(3);
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  released.resolve();
  await db`SET lock_timeout = '1s'`;
  await db`UPDATE stock_counters SET capacity = 6`;
  await Promise.all(silent);
  await holds.end().catch(() => {});
});
