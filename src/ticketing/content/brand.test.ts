import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Colour, contrastOf } from "#kernel/colour.ts";
import { estivalLook, lookOf, nightGrounds, problemWithColour } from "./brand.ts";

it("the grounds are those of the public site", () => {
  const tokens = readFileSync(join(import.meta.dirname, "../../web/ui/tokens.css"), "utf8");
  const ground = (name: string) => new RegExp(`--c-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  expect(["night", "deep", "surface", "raised"].map(ground)).toEqual([...nightGrounds]);
});

it.each(["#ff8a4c", "#38f2c0", "#ffc857", "#ffffff"] as const)("%s can be read", (colour) => {
  expect(problemWithColour(colour)).toBeUndefined();
});

it.each(["#000000", "#0000ff", "#7a1020", "#555555"] as const)(
  "%s cannot be read, and the nearest that can is told",
  (colour) => {
    const problem = problemWithColour(colour);
    expect(problem?.reason).toBe("unreadable");
    expect(problem?.contrast).toBeLessThan(4.5);
    expect(problemWithColour(problem?.nearest as Colour)).toBeUndefined();
    for (const ground of nightGrounds)
      expect(contrastOf(problem?.nearest as Colour, ground)).toBeGreaterThanOrEqual(4.5);
  },
);

it("a stored look is read, and what is damaged in it is the house's own", () => {
  const logo = { logo_url: "/pictures/content/a.png", logo_sources: [{ url: "/a-100.webp", width: 100 }] };
  expect(lookOf({ ...logo, light: "#FFAA00", signal: "" })).toEqual({
    logo: { url: "/pictures/content/a.png", small: "/a-100.webp" },
    light: "#ffaa00",
    signal: null,
  });
  for (const damaged of [null, 3, {}, { logo_url: 3, light: "red;}", signal: ["#ffaa00"] }])
    expect(lookOf(damaged)).toEqual(estivalLook);
});
