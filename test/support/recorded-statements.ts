import type pg from "pg";
import type { Sql } from "#platform/database/sql.ts";

/** The same connection; every statement is first added to `asked`. */
export function noting(sql: Sql, asked: string[]): Sql {
  return {
    query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]) {
      asked.push(typeof statement === "string" ? statement : statement.text);
      return sql.query<Row>(statement, values);
    },
  };
}
