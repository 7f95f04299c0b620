type Value = string | number | readonly string[];

/** Puts a value beside a statement and says, as SQL, how the statement reads it. No value ever stands in SQL itself. */
export type Bind = (
  value: Value,
  type: "text" | "uuid" | "uuid[]" | "date" | "timestamptz" | "integer",
) => string;

/** Values that a query takes with it. */
export function boundValues(): { bind: Bind; values: Value[] } {
  const values: Value[] = [];
  return {
    values,
    bind(value, type) {
      values.push(value);
      return `$${values.length}::${type}`;
    },
  };
}

/**
 * Values of a file that the database writes: COPY takes none, so they are settings of its transaction (`copyOut`). Read
 * once for the whole statement, not once for each row.
 */
export function settingValues(): { bind: Bind; values: string[] } {
  const values: string[] = [];
  return {
    values,
    bind(value, type) {
      values.push(Array.isArray(value) ? `{${value.join(",")}}` : String(value));
      // the outer type is the inner one's: without it ANY takes the question for a list of rows
      return `(SELECT current_setting('export.v${values.length}')::${type})::${type}`;
    },
  };
}
