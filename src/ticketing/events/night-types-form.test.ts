import { expect, test } from "vitest";
import { type NightTypeValues, nightTypeForm, peopleOfRows } from "./night-types-form.ts";

const row = (about: Partial<NightTypeValues>): NightTypeValues => ({
  ...nightTypeForm.empty,
  kind: "entry",
  entries: "1",
  ...about,
});

test("the types of a pool count together, at most as its places (one kind: people counted twice)", () => {
  const pool = { id: "p", capacity: 12 };
  const saved = [
    { id: "a", pool },
    { id: "b", pool },
    { id: "c", pool: null },
  ];
  const rows = [
    row({ id: "a", quantity: "10" }),
    row({ id: "b", entries: "2", quantity: "3" }),
    row({ id: "c", quantity: "6" }),
    row({ quantity: "4" }),
    row({ kind: "add_on", quantity: "100" }),
    row({}),
  ];
  expect(peopleOfRows(rows, saved)).toBe(12 + 6 + 4);
  expect(peopleOfRows(rows.slice(0, 1), saved)).toBe(10);
});
