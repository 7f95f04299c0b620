import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";

const tableFiles = "./src/**/*-tables.server.ts";
const { ownerUrl } = await testDatabase();

it("the tables in the code need no further migration: no column, key, index or CHECK is missing", () => {
  const folder = mkdtempSync(join(tmpdir(), "estival-drift-"));
  try {
    cpSync("migrations", folder, { recursive: true });
    const before = readdirSync(folder);
    const options = ["--dialect", "postgresql", "--name", "drift"];
    const said = execFileSync(
      "node_modules/.bin/drizzle-kit",
      ["generate", ...options, "--schema", tableFiles, "--out", relative(".", folder)],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    expect(said).toContain("No schema changes");
    expect(readdirSync(folder)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("the migrated database has the columns and CHECKs that the tables in the code have, and no others", async () => {
  const inCode = new Set<string>();
  for (const file of globSync(tableFiles))
    for (const table of Object.values(await import(resolve(file))))
      if (is(table, PgTable)) {
        const { schema = "public", name, columns, checks } = getTableConfig(table);
        for (const column of columns)
          inCode.add(
            `${schema}.${name}.${column.name} ${column.getSQLType()}${column.notNull ? " NOT NULL" : ""}`,
          );
        for (const check of checks) inCode.add(`${schema}.${name} CHECK ${check.name}`);
      }
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `WITH tables AS (SELECT c.oid, n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'identity') AND c.relkind IN ('r', 'p'))
     SELECT t.name || '.' || a.attname || ' ' || replace(format_type(a.atttypid, a.atttypmod), 'time without time zone', 'time') || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
     FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT t.name || ' CHECK ' || conname FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid AND o.contype = 'c'`,
  );
  await client.end();
  expect([...inCode].sort()).toEqual(rows.map(({ line }) => line).sort());
});
