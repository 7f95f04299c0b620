import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { doorSaleTexts } from "../chief-texts.ts";
import { tillLines } from "./till-list.tsx";

const phone = {
  phoneId: "a" as Uuid,
  phoneName: "A1",
  gateName: "Mare",
  tills: 1,
  opening: 0,
  short: 0,
  over: 0,
  isByOffice: false,
  isLate: false,
  isLeft: false,
};
const at = new Date("2027-07-24T19:00:00Z");
const linesOf = (tills: Parameters<typeof tillLines>[0]) =>
  tillLines(tills).map(({ name, expected, counted, difference }) => [name, expected, counted, difference]);

it("the earlier tills of a phone are one line that says how many, until when, their sums, and what is missing and too much", () => {
  const counts = { at, expected: 26_050, counted: 26_000 };
  expect(
    linesOf([
      { ...phone, ...counts, tills: 20, seq: 40, short: 1050, over: 1000 },
      { ...phone, ...counts, seq: 42, short: 50 },
      { ...phone, seq: null, at: null, expected: 100, counted: null },
    ]),
  ).toEqual([
    [
      "Mare, A1, 20 de case predate până la 24.07.2027, 22:00",
      "260,50 lei",
      "260 lei",
      "diferențe −10,50 lei și +10 lei",
    ],
    ["Mare, A1, predată 24.07.2027, 22:00", "260,50 lei", "260 lei", "diferență −0,50 lei"],
    ["Mare, A1, deschisă", "1 lei", "", ""],
  ]);
});

it("what the office counted is named as that, and what came afterwards as later", () => {
  const over = { expected: 0, counted: 100_000, over: 100_000, isLate: true };
  const lines = [
    { ...phone, seq: null, at, expected: 100_000, counted: 30_000, short: 70_000, isByOffice: true },
    { ...phone, seq: 9, at, tills: 3, ...over },
    { ...phone, seq: 12, at, ...over },
    { ...phone, seq: null, at: null, expected: -13_000, counted: null, isLate: true },
  ];
  expect(linesOf(lines)).toEqual([
    ["Mare, A1, numărată de birou 24.07.2027, 22:00", "1.000 lei", "300 lei", "diferență −700 lei"],
    [
      "Mare, A1, 3 case predate până la 24.07.2027, 22:00, sosite după numărătoare",
      "0 lei",
      "1.000 lei",
      "diferență +1.000 lei",
    ],
    [
      "Mare, A1, predată 24.07.2027, 22:00, sosită după numărătoare",
      "0 lei",
      "1.000 lei",
      "diferență +1.000 lei",
    ],
    ["Mare, A1, rânduri sosite după numărătoare", "−130 lei", "", ""],
  ]);
  expect(tillLines(lines).map(({ advice }) => advice)).toEqual(["", "", "", doorSaleTexts.lateAdvice]);
  expect(new Set(tillLines(lines).map(({ id }) => id)).size).toBe(lines.length);
});
