import type pg from "pg";

/** The rows of a statement whose caller did not name their type. */
type Unnamed = { readonly "name the row: query<Row>()": never };

/**
 * Runs statements: a transaction, a connection, or the connections of a pool. Values travel beside the text. `Row` is
 * the type of a row; the rows of a statement without it cannot be read.
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
