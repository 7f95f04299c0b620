import { describe, expect, it } from "vitest";
import { letterTitle } from "./poster-lettering.ts";

const textsOf = (title: string) => letterTitle(title)?.map(({ text }) => text);

describe("the title of a poster", () => {
  it.each([
    ["Noaptea Fosforului", ["Noaptea", "Fosforului"]],
    ["Răsărit", ["Răsărit"]],
    ["Balul de la Plajă", ["Balul de", "la Plajă"]],
  ])("%s stands in lines that fill the sea", (title, lines) => {
    expect(textsOf(title)).toEqual(lines);
  });

  it("has lines of one length, the shorter words in larger letters", () => {
    const [first, second] = letterTitle("Noaptea Fosforului") ?? [];
    expect(first?.size).toBeGreaterThan(second?.size ?? 100);
    // so wide is NOAPTEA in letters of size 1, and FOSFORULUI
    expect((first?.size ?? 0) * 2.984).toBeCloseTo((second?.size ?? 0) * 3.82, 0);
  });

  it("never leaves the sea: all lines with their signs are at most 34.5 hundredths of the poster's width high", () => {
    for (const title of [
      "I",
      "Șîț",
      "O noapte",
      "Al Doilea Răsărit",
      "a b c d e f g",
      "Concert pe Dig, ediția a doua",
    ]) {
      const lines = letterTitle(title) ?? [];
      expect(lines.length).toBeGreaterThan(0);
      const height = lines.reduce(
        (sum, line) =>
          sum + line.size * (0.76 + (line.hasSignsAbove ? 0.12 : 0) + (line.hasSignsBelow ? 0.14 : 0)),
        0,
      );
      expect(height, title).toBeLessThanOrEqual(34.5);
    }
  });

  it("knows signs above and below its letters", () => {
    expect(letterTitle("Țărm")).toMatchObject([{ hasSignsAbove: true, hasSignsBelow: true }]);
    expect(letterTitle("Dig")).toMatchObject([{ hasSignsAbove: false, hasSignsBelow: false }]);
  });

  it("is none where it would be too small to read", () => {
    expect(letterTitle("Un titlu ".repeat(12))).toBeNull();
    expect(letterTitle("supercalifragilisticexpialidocious")).toBeNull();
    expect(letterTitle(" ")).toBeNull();
  });
});
