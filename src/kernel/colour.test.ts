import { describe, expect, it } from "vitest";
import { type Colour, contrastOf, differenceOf, mix, readableOn, readColour } from "./colour.ts";

describe("a typed colour", () => {
  it.each([
    ["#FF8A4C", "#ff8a4c"],
    [" 38f2c0 ", "#38f2c0"],
  ])("%s is %s", (typed, colour) => expect(readColour(typed)).toBe(colour));

  it.each([
    "",
    "#fff",
    "red",
    "#ff8a4c;background:url(//rau.example)",
    "var(--x)",
    "#ff8a4c\n}",
    "rgb(1,2,3)",
    "#ff8a4cff",
    "#ff8a4g",
  ])("%j is none", (typed) => expect(readColour(typed)).toBeUndefined());
});

it.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#777777", "#ffffff", 4.48],
  ["#767676", "#ffffff", 4.54],
  ["#ff8a4c", "#0b1020", 8.08],
  ["#38f2c0", "#0b1020", 13.17],
] as const)("the contrast of %s and %s is %d, as WCAG 2 defines it", (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1);
});

it("a colour between two has the share of each", () => {
  expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  expect(mix("#102030", "#ffffff", 0)).toBe("#102030");
});

describe("the nearest colour that can be read", () => {
  const grounds = ["#0b1020", "#1f2b52"] as const;

  it("is the colour itself where it can be read already", () => {
    expect(readableOn(grounds, "#ff8a4c", "#ffffff")).toBe("#ff8a4c");
  });

  it("can be read on all grounds, and the step before it cannot", () => {
    for (const colour of ["#0000ff", "#800000", "#0b1020", "#444444", "#5500aa"] as Colour[]) {
      const nearest = readableOn(grounds, colour, "#ffffff");
      const worst = (shown: Colour) => Math.min(...grounds.map((ground) => contrastOf(shown, ground)));
      expect(worst(nearest)).toBeGreaterThanOrEqual(4.5);
      expect(worst(nearest)).toBeLessThan(4.8);
    }
  });

  it("is the end where no colour on the way can be read", () => {
    expect(readableOn(["#777777"], "#777777", "#808080")).toBe("#808080");
  });
});

it.each([
  ["#000000", "#ffffff", 1],
  ["#ffffff", "#ffffff", 0],
  ["#ff0000", "#00ff00", 0.5197],
  ["#ffffff", "#f4f1e8", 0.0422],
] as const)("%s and %s differ by %f, whichever comes first", (one, other, difference) => {
  expect(differenceOf(one, other)).toBeCloseTo(difference, 2);
  expect(differenceOf(other, one)).toBeCloseTo(differenceOf(one, other), 12);
});
