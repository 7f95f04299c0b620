import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { roleNames } from "./database-roles.ts";
import { prepareDatabase, UnusableDatabase } from "./prepare-database.server.ts";

const { ownerUrl } = await testDatabase();
const ours = { folder: "migrations", rolePrefix: "app", passwordOf: () => null };
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
  const starting = new pg.Client({ connectionString: ownerUrl });
  await Promise.all([busy.connect(), other.connect(), starting.connect()]);
  try {
    // a process that starts reads which migrations there are: it is not waited for
    await starting.query("BEGIN; SELECT FROM migrations.applied");
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
    await Promise.all([busy.end(), other.end(), starting.end()]);
  }
});

/** Who has which right, and which policy is for whom. */
const rights = `SELECT CASE WHEN grantee = 0 THEN 'public' ELSE grantee::regrole::text END AS role, what, count(*)::int AS n FROM (
    SELECT (aclexplode(relacl)).grantee, 'table' AS what FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'identity')
    UNION ALL SELECT (aclexplode(attacl)).grantee, 'column' FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid > 16384
    UNION ALL SELECT (aclexplode(proacl)).grantee, 'function' FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'identity')
    UNION ALL SELECT unnest(polroles), 'policy' FROM pg_policy) r GROUP BY 1, 2 ORDER BY 1, 2`;

it("of two installations on one server neither's roles have any right in the other's database, and both have the same in their own", async () => {
  const [one, other] = [await testDatabase(), await emptyDatabase()];
  await prepareDatabase({ ...ours, ownerUrl: other.ownerUrl, rolePrefix: "clubb" });
  const ask = async ({ ownerUrl }: { ownerUrl: string }) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ role: string; what: string; n: number }>(rights);
    await client.end();
    return rows;
  };
  const first = await ask(one);
  const second = await ask(other);
  expect(new Set(first.map(({ role }) => role)).has(roleNames("app").box_office)).toBe(true);
  expect(second.filter(({ role }) => role.startsWith("app_"))).toEqual([]);
  expect(second).toEqual(
    first
      .map((row) => ({ ...row, role: row.role.replace(/^app_/, "clubb_") }))
      .sort((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : a.what < b.what ? -1 : 1)),
  );
});

it.each([
  ["keeps other letters than UTF-8", "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'", "SQL_ASCII"],
  ["does not fold letters with marks", "ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'", "LC_CTYPE"],
])(
  "a database that %s is refused in one sentence, before anything is made in it",
  async (_what, how, why) => {
    const { ownerUrl: home } = await emptyDatabase();
    const client = new pg.Client({ connectionString: home });
    await client.connect();
    const name = `foreign_${newId().slice(0, 8)}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${how}`);
    const ownerUrl = home.replace(/\/[^/?]+\?/, `/${name}?`);
    const preparing = prepareDatabase({ ...ours, ownerUrl });
    await expect(preparing).rejects.toThrow(UnusableDatabase);
    await expect(preparing).rejects.toThrow(why);
    await client.query(`DROP DATABASE ${name}`);
    await client.end();
  },
);
