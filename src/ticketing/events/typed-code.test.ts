import { expect, it } from "vitest";
import { typedCode } from "./typed-code.ts";

it.each([
  ["VARA10", "VARA10"],
  ["  vara10\n", "VARA10"],
  ["\u00a0Far-k7q2m ", "FAR-K7Q2M"],
  ["abc", "ABC"],
  ["1-2", "1-2"],
  [`A${"B".repeat(39)}`, `A${"B".repeat(39)}`],
])("%j is the code %s", (typed, code) => {
  expect(typedCode(typed)).toBe(code);
});

it.each([
  "",
  "AB",
  "-VARA",
  "VARA 10",
  "VARA_10",
  "VARA10\0",
  "vıra10", // a dotless i, which Unicode's capital is I
  "ſare10", // a long s
  "ﬁna10", // a ligature
  "VАRA10", // a Cyrillic A
  "VARA１０", // wide digits
  "VARA\u200b10",
  "VARA\u202e10",
  "\ud800VARA",
  "VARA–10",
  "VARĂ10",
  "%' OR 1=1",
  `A${"B".repeat(40)}`,
  "A".repeat(10_000),
])("%j is no code", (typed) => {
  expect(typedCode(typed)).toBeUndefined();
});

it("blanks around a code do not make a long text one", () => {
  expect(typedCode(`${" ".repeat(10_000)}VARA10`)).toBeUndefined();
});
