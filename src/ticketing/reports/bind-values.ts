type Value = string | number | readonly string[];

/** Adds a value to a statement and returns the SQL that refers to it. No value is ever part of the SQL text. */
export type Bind = (
  value: Value,
  type: "text" | "text[]" | "uuid" | "uuid[]" | "date" | "timestamptz" | "integer",
) => string;

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

/** The same for an export. COPY takes no parameters: values are settings of its transaction, each read once. */
export function settingValues(): { bind: Bind; values: string[] } {
  const values: string[] = [];
  return {
    values,
    bind(value, type) {
      const isList = Array.isArray(value);
      values.push(isList ? JSON.stringify(value) : String(value));
      // The outer cast repeats the inner one: without it, ANY takes the subquery for a list of rows.
      return isList
        ? `(SELECT ARRAY(SELECT json_array_elements_text(current_setting('export.v${values.length}')::json))::${type})::${type}`
        : `(SELECT current_setting('export.v${values.length}')::${type})::${type}`;
    },
  };
}
