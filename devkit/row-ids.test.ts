import { expect, it } from "vitest";
import { allRows, attacksIn, promisesIn, rowsIn, wordsOfTests } from "./row-ids.ts";

it("knows every row of the list, in its order", () => {
  expect(allRows).toHaveLength(757);
  expect(new Set(allRows).size).toBe(757);
  expect([allRows[0], allRows.at(-1)]).toEqual(["A1-01", "B15-15"]);
});

it("reads rows alone, in lists and in ranges, and nothing that only looks like one", () => {
  expect(rowsIn("A4-08 A4-09, (B10-24): words")).toEqual(["A4-08", "A4-09", "B10-24"]);
  expect(rowsIn("A3-14..A3-16 and A4-01..03")).toEqual([
    "A3-14",
    "A3-15",
    "A3-16",
    "A4-01",
    "A4-02",
    "A4-03",
  ]);
  expect(rowsIn("FSC-4821-093175, DA4-081, A4-8, 2026-07-01")).toEqual([]);
});

it("reads promises alone and in ranges", () => {
  expect(promisesIn("settled once (I6, F13) and I1-I3, F1..F2")).toEqual([
    "I6",
    "F13",
    "I1",
    "I2",
    "I3",
    "F1",
    "F2",
  ]);
  expect(promisesIn("ID3, PDF5, attack 52")).toEqual([]);
});

it("reads groups of attacks alone, in lists and in ranges", () => {
  expect(attacksIn("Attack 5: a (attacks 97, 99 and 101), attack 20 to 22, B1-04, attack 46, I26")).toEqual([
    5, 97, 99, 101, 20, 21, 22, 46,
  ]);
  expect(attacksIn("attacked 5 times, an attack of 5")).toEqual([]);
});

it("finds titles of tests however they are called, and the strings of their tables", () => {
  const { titles, strings } = wordsOfTests(
    "x.test.ts",
    `import { it } from "vitest"; it("a (I1)", () => {}); it.each([["A1-01", "b"]])(\`c \${1} %s\`, () => {}); test.describe.each(x)("d", f); other("e"); // "A1-02"`,
  );
  expect(titles).toEqual(["a (I1)", "c   %s", "d"]);
  expect(strings).toContain("A1-01");
  expect(strings).not.toContain("A1-02");
});
