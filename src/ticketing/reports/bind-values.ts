type Value = string | number | readonly string[];

/** Puts a value into a statement and says how it stands there. */
export type Bind = (
  value: Value,
  type: "text" | "uuid" | "uuid[]" | "date" | "timestamptz" | "integer",
) => string;

/** Values beside the statement, as every query wants them. */
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
 * Values inside the statement: COPY takes none beside it. Quotes and backslashes are written as the server reads them
 * whatever its settings are; ids are the only lists.
 */
export const writtenOut: Bind = (value, type) => {
  const text = Array.isArray(value) ? `{${value.join(",")}}` : String(value);
  if (text.includes("\0")) throw new RangeError("a value without NUL");
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'::${type}`;
};
