import type pg from "pg";

/** The rows of a statement with its values in their places: `await db\`SELECT state FROM orders WHERE id = ${orderId}\``. */
export type Queries = <Row extends pg.QueryResultRow = RowOfAnyKind>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;
type RowOfAnyKind = pg.QueryResult["rows"][number];

/** Asks over this connection. Without values a text may have several statements. */
export function queriesOf(client: pg.Client): Queries {
  return async ([first = "", ...others], ...values) => {
    const text = others.reduce((all, part, at) => `${all}$${at + 1}${part}`, first);
    const asked = values.length === 0 ? client.query(text) : client.query(text, [...values]);
    return (await asked).rows;
  };
}
