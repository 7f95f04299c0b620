import { expect, it } from "vitest";
import { boundValues, settingValues } from "./bind-values.ts";

it.each([
  ["a query", boundValues, (place: number, type: string) => `$${place}::${type}`],
  [
    "a file",
    settingValues,
    (place: number, type: string) =>
      type.endsWith("[]")
        ? `(SELECT ARRAY(SELECT json_array_elements_text(current_setting('export.v${place}')::json))::${type})::${type}`
        : `(SELECT current_setting('export.v${place}')::${type})::${type}`,
  ],
] as const)("of a value for %s nothing stands in SQL but its number and its type", (_, values, expected) => {
  const { bind, values: beside } = values();
  expect(bind("'; DROP TABLE orders; --$&$'", "text")).toBe(expected(1, "text"));
  expect(bind(["a", "b"], "uuid[]")).toBe(expected(2, "uuid[]"));
  expect(bind(7, "integer")).toBe(expected(3, "integer"));
  expect(beside).toHaveLength(3);
  expect(beside[0]).toBe("'; DROP TABLE orders; --$&$'");
});
