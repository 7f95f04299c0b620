import { expect, it } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import { number, textUpTo } from "./fields.ts";
import { form } from "./form.ts";
import { rowFormsOf } from "./rows.ts";

const rows = rowFormsOf(
  "stop",
  3,
  form({ name: textUpTo(9), seats: number(1, 9) }),
  ({ name, seats }) => !(name + seats),
);
const bus = { name: "Bus", seats: "9" };
const blank = { name: "", seats: "" };

it("rows in a form are read with their numbers, and empty ones are left out", () => {
  const fields: Record<string, string> = {
    stop_1_name: "Bus",
    stop_1_seats: "9",
    stop_3_name: "Tren",
    stop_3_seats: "2",
  };
  const typed = rows.typed({ text: (name) => fields[name] ?? "" });
  expect(typed).toEqual([bus, blank, { name: "Tren", seats: "2" }]);
  expect(rows.read(typed)).toEqual(
    done([
      { row: 1, name: "Bus", seats: 9 },
      { row: 3, name: "Tren", seats: 2 },
    ]),
  );
  expect(rows.typed({ text: () => "" })).toEqual([]);
});

it("rows in a form are refused beside each wrong field, by the number of its row", () => {
  expect(rows.read([bus, { name: "", seats: "10" }, { name: "Tren", seats: "x" }])).toEqual(
    refused({ stop_2_name: "required", stop_2_seats: "too_big", stop_3_seats: "not_a_number" }),
  );
});

it("the names of all rows are known, with something for each", () => {
  expect(rows.names).toEqual([
    "stop_1_name",
    "stop_1_seats",
    "stop_2_name",
    "stop_2_seats",
    "stop_3_name",
    "stop_3_seats",
  ]);
  expect(rows.each((part, row) => `${part} ${row}`)).toMatchObject({ stop_2_seats: "seats 2" });
});
