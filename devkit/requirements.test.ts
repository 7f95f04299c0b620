import { expect, it } from "vitest";
import { filesByRow, idsIn, readRequirements } from "./requirements.ts";

const requirements = readRequirements();
const files = filesByRow();

it("lists every row of the requirements once", () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => /^[AB]/.test(id))).toHaveLength(757);
});

it("has a test for each row, or a note that says why there is none", () => {
  expect(
    requirements.filter(({ id, last }) => !files.has(id) && !last.startsWith("none: ")).map(({ id }) => id),
  ).toEqual([]);
});

it("knows every row that a test names", () => {
  const known = new Set(requirements.map(({ id }) => id));
  expect([...files].filter(([id]) => !known.has(id))).toEqual([]);
});

it("reads rows alone, in lists and in ranges, and nothing that only looks like one", () => {
  expect(idsIn("A4-08 A4-09, (B10-24..B10-26), I1-I3 and F1..F2: words")).toEqual(
    "A4-08 A4-09 B10-24 B10-25 B10-26 I1 I2 I3 F1 F2".split(" "),
  );
  expect(idsIn("FSC-4821-093175, DA4-081, A4-8, 2026-07-01, ID3, PDF5, %F4%90")).toEqual([]);
});
