import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { archiveTables } from "./table-archive.server.ts";

const { ownerUrl } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
const folder = mkdtempSync(join(tmpdir(), "estival-archive-"));
afterAll(async () => {
  await owner.end();
  rmSync(folder, { recursive: true, force: true });
});

it("an archive has the next number of each column that counts by itself (one kind: a join that finds more than its row)", async () => {
  const { counters } = await archiveTables(owner, folder);
  const { rows } = await owner.query(
    `SELECT table_schema::text AS schema, table_name::text AS table, column_name::text AS column FROM information_schema.columns
     WHERE is_identity = 'YES' AND table_schema IN ('public', 'identity') ORDER BY 1, 2, 3`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(counters.map(({ next, ...place }) => place)).toEqual(rows);
});
