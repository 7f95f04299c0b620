import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { prepareDatabase } from "./prepare-database.server.ts";

const { ownerUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "estival-migrations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The present migrations and one more, as the next release has it. */
function nextRelease(sql: string): void {
  cpSync("migrations", folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: "9999_next" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "9999_next.sql"), sql);
}

it("a migration that finds its table busy releases its locks, lets others pass, and retries until it is done (F51)", async () => {
  nextRelease('ALTER TABLE "orders" ADD COLUMN "next" text;');
  const busy = new pg.Client({ connectionString: ownerUrl });
  const other = new pg.Client({ connectionString: ownerUrl });
  await Promise.all([busy.connect(), other.connect()]);
  try {
    await busy.query("BEGIN");
    await busy.query("SELECT count(*) FROM orders");
    const prepared = prepareDatabase({ ownerUrl, folder, rolePrefix: "app", passwordOf: () => null });
    const isWaiting = async () =>
      (await other.query("SELECT FROM pg_locks WHERE relation = 'orders'::regclass AND NOT granted"))
        .rowCount !== 0;
    while (!(await isWaiting())) await new Promise((resume) => setTimeout(resume, 10));
    // A buyer queued behind the migration gets through before the long transaction ends.
    await other.query("SELECT count(*) FROM orders");
    await busy.query("COMMIT");
    await prepared;
    expect((await other.query("SELECT next FROM orders")).rows).toEqual([]);
  } finally {
    await Promise.all([busy.end(), other.end()]);
  }
});
