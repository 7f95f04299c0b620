import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Sql } from "./sql.ts";

/** Drizzle's builder; only `Database` begins transactions, and free statements go through `Sql`. */
type Builder = Pick<NodePgDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete">;

const builders = new WeakMap<Sql, Builder>();

/**
 * Reads and writes of rows by the columns of `*-tables.server.ts`, with the rights of `sql`. A statement is sent when it
 * is awaited, not before. Throws where `sql` is a pool: there is no person or duty whose rights it would have. An insert
 * names every column: where the role may write some only, it is SQL.
 */
export function builder(sql: Sql): Builder {
  if (sql instanceof pg.Pool) throw new TypeError("the builder works inside a transaction");
  const made = builders.get(sql) ?? drizzle({ client: sql as pg.PoolClient });
  builders.set(sql, made);
  return made;
}
