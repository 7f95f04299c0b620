import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { restoreTables } from "#platform/database/table-archive.server.ts";
import { emptyDatabase, type TestDatabase } from "#test/support/database.ts";
import { readManifest } from "../../src/host/backup-manifest.ts";

/**
 * What commit b101d1c, from before orders had lines, left of its sample season: a backup, the files that it wrote of it,
 * the code of each valid ticket, and the statements that its site then sent while journeys ran.
 */
const folder = "test/upgrade/b101d1c";

export const appSecret = readFileSync(join(folder, "app-secret"), "utf8").trim();

/** A file of that build, as text. */
export function fileOf(name: string): string {
  return gunzipSync(readFileSync(join(folder, "files", `${name}.gz`))).toString("utf8");
}

/** A database with the season of that build, migrated to this one. */
export async function migratedSeason(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const schema = { ownerUrl: database.ownerUrl, folder: "migrations", rolePrefix: "app" };
  const manifest = readManifest(folder);
  await prepareDatabase({ ...schema, upTo: manifest.migration });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await restoreTables(client, join(folder, "tables"), manifest);
  } finally {
    await client.end();
  }
  await prepareDatabase({ ...schema, passwordOf: () => null });
  return database;
}

type Recorded = { readonly text: string; readonly values: unknown[] };

/** The transactions that the site of that build committed, in their order; readings that are alike stand there once. */
export function recordedTransactions(): Recorded[][] {
  const { texts, transactions } = JSON.parse(fileOf("statements.json")) as {
    texts: string[];
    transactions: [number, unknown[]?][][];
  };
  return transactions.map((statements) =>
    statements.map(([at, values = []]) => ({ text: texts[at] ?? "", values: values.map(recordedValue) })),
  );
}

function recordedValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("b64" in value) return Buffer.from(String(value.b64), "base64");
  if ("date" in value) return new Date(String(value.date));
  return value;
}
