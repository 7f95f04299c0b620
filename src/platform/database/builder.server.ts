import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Sql } from "./sql.ts";

/** Drizzle's builder. It has no way to begin a transaction (only `Database` does) or to run SQL text (`Sql` does). */
type Builder = Pick<NodePgDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete">;

const builders = new WeakMap<Sql, Builder>();

/**
 * Reads and writes rows by the columns of `*-tables.server.ts`, with the rights of `sql`. A statement is sent when it
 * is awaited. Throws when `sql` is a pool, because a pool has no person or duty. An insert names every column, so use
 * SQL where the role may write only some of them.
 */
export function builder(sql: Sql): Builder {
  if (sql instanceof pg.Pool) throw new TypeError("the builder works inside a transaction");
  const sqlBuilder = builders.get(sql) ?? drizzle({ client: sql as pg.PoolClient });
  builders.set(sql, sqlBuilder);
  return sqlBuilder;
}
