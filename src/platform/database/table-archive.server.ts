import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/**
 * One table of an archive: a gzip of PostgreSQL's own COPY text, with its row count and checksum for reading it back.
 */
type ArchivedTable = {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly file: string;
  readonly rows: number;
  readonly sha256: string;
};

/** The next value of an identity column. */
type ArchivedCounter = {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly next: string;
};

type TableArchive = {
  readonly tables: readonly ArchivedTable[];
  readonly counters: readonly ArchivedCounter[];
};

const schemas = ["public", "identity"];

/**
 * Writes every row of the site into `folder`, one file per table, all as of one moment; the sale goes on. Memory use
 * does not grow with the data. The client must own the tables.
 */
export async function archiveTables(client: pg.Client, folder: string): Promise<TableArchive> {
  mkdirSync(folder, { recursive: true });
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const tables: ArchivedTable[] = [];
    for (const { schema, name, columns } of await tablesByReference(client)) {
      const file = `${schema}.${name}.copy.gz`;
      const source = client.query(copyTo(`COPY ${nameOf(schema, name)} (${listOf(columns)}) TO STDOUT`));
      const sum = checksum();
      await pipeline(source, sum.through, createGzip({ level: 6 }), createWriteStream(join(folder, file)));
      tables.push({ schema, name, columns, file, rows: source.rowCount, sha256: sum.digest() });
    }
    const counters = await readCounters(client);
    await client.query("COMMIT");
    return { tables, counters };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Restores an archive into a prepared database without rows, in one transaction; rejects any difference. */
export async function restoreTables(
  client: pg.Client,
  folder: string,
  { tables, counters }: TableArchive,
): Promise<void> {
  await client.query("BEGIN");
  try {
    const present = await tablesByReference(client);
    const differs = difference(present, tables);
    if (differs) throw new Error(`the archive does not fit this database: ${differs}`);
    for (const { schema, name } of present) {
      const { rowCount } = await client.query(`SELECT FROM ${nameOf(schema, name)} LIMIT 1`);
      if (rowCount) throw new Error(`the database is not empty: ${schema}.${name} has rows`);
      const table = tables.find((one) => one.schema === schema && one.name === name) as ArchivedTable;
      const target = client.query(
        copyFrom(`COPY ${nameOf(schema, name)} (${listOf(table.columns)}) FROM STDIN`),
      );
      const sum = checksum();
      await pipeline(createReadStream(join(folder, table.file)), createGunzip(), sum.through, target);
      if (target.rowCount !== table.rows || sum.digest() !== table.sha256)
        throw new Error(`${table.file} is not what was written: the archive is damaged`);
    }
    for (const { schema, table, column, next } of counters)
      await client.query(`SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, false)`, [
        nameOf(schema, table),
        column,
        next,
      ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

type Table = { readonly schema: string; readonly name: string; readonly columns: readonly string[] };

/** Every table. A referenced table comes before the tables that refer to it, so rows can be written in this order. */
async function tablesByReference(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind = 'r' ORDER BY 1, 2`,
    [schemas],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT fn.nspname || '.' || f.relname AS from, tn.nspname || '.' || t.relname AS to FROM pg_constraint k
     JOIN pg_class f ON f.oid = k.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
     JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`,
  );
  const sorted: Table[] = [];
  const unsorted = new Set(tables);
  while (unsorted.size > 0) {
    const readyTables = [...unsorted].filter((table) =>
      references.every(
        ({ from, to }) =>
          from !== `${table.schema}.${table.name}` ||
          sorted.some((earlier) => `${earlier.schema}.${earlier.name}` === to),
      ),
    );
    if (readyTables.length === 0) throw new Error("tables refer to each other in a circle");
    for (const table of readyTables) {
      unsorted.delete(table);
      sorted.push(table);
    }
  }
  return sorted;
}

async function readCounters(client: pg.Client): Promise<ArchivedCounter[]> {
  const { rows } = await client.query<{ schema: string; table: string; column: string; sequence: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
       pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND a.attidentity <> '' AND NOT a.attisdropped ORDER BY 1, 2, 3`,
    [schemas],
  );
  const counters: ArchivedCounter[] = [];
  for (const { sequence, ...place } of rows) {
    const { rows: sequenceRows } = await client.query<{ next: string }>(
      // Sequences are not part of the snapshot, so a value may be later than the snapshot's, never earlier.
      `SELECT (last_value + CASE WHEN is_called THEN 1 ELSE 0 END)::text AS next FROM ${sequence}`,
    );
    counters.push({ ...place, next: sequenceRows[0]?.next ?? "1" });
  }
  return counters;
}

function difference(present: readonly Table[], archived: readonly ArchivedTable[]): string | undefined {
  const shape = (tables: readonly Table[]) =>
    new Map(tables.map(({ schema, name, columns }) => [`${schema}.${name}`, columns.join(", ")]));
  const [here, there] = [shape(present), shape(archived)];
  for (const table of new Set([...here.keys(), ...there.keys()]))
    if (here.get(table) !== there.get(table)) return `table ${table} differs`;
  return undefined;
}

function checksum() {
  const hash = createHash("sha256");
  return {
    through: new Transform({
      transform(part, _encoding, next) {
        hash.update(part);
        next(null, part);
      },
    }),
    digest: () => hash.digest("hex"),
  };
}

const nameOf = (schema: string, name: string) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const listOf = (columns: readonly string[]) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(", ");
