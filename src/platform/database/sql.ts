import type pg from "pg";

/** The row type of a statement whose caller named none: its fields cannot be read. */
type Unnamed = { readonly "name the row: query<Row>()": never };

/**
 * Runs statements in a transaction, on a connection, or on any connection of a pool. Values travel apart from the
 * text. `Row` is the type of a row; without it, the rows cannot be read.
 */
export type Sql = {
  query<Row extends pg.QueryResultRow = Unnamed>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

/** The row of a statement that always returns one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the statement gave no row");
  return row;
}
