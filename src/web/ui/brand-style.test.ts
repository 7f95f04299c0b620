import { expect, it } from "vitest";
import { type Colour, contrastOf, readableOn } from "#kernel/colour.ts";
import { brandStyle, brandStyleOf } from "./brand-style.ts";

const layout = (look: unknown) => ({ loaderData: { view: { club: { fullName: "Far", look } } } });

it("a club without colours of its own changes nothing", () => {
  expect(brandStyle({ light: null, signal: null })).toBeUndefined();
  for (const matches of [[], [undefined], [layout(undefined)], [layout({ light: null, signal: null })]])
    expect(brandStyleOf(matches)).toBeUndefined();
});

it("each colour replaces its own tokens, and only those", () => {
  const style = brandStyleOf([undefined, layout({ light: "#ffaa00", signal: null })]) ?? {};
  expect(style["--c-sun-1"]).toBe("#ffaa00");
  expect(Object.keys(style)).not.toContain("--c-phosphor");
});

it.each(["red", "#ffaa00;background:url(//rau.example)", "#ffaa00}", "url(x)", "#fa0"])(
  "%j never gets into a style",
  (text) => {
    expect(brandStyle({ light: text, signal: text })).toBeUndefined();
  },
);

it("what is written in the signal's colour can be read on its own dark ground, whatever colour was accepted", () => {
  for (let n = 0; n < 64; n++) {
    const typed = `#${[n & 3, (n >> 2) & 3, n >> 4].map((part) => (part * 85).toString(16).padStart(2, "0")).join("")}`;
    const signal = readableOn(["#0b1020", "#1f2b52"], typed as Colour, "#ffffff");
    const style = brandStyle({ light: signal, signal }) as Record<string, Colour>;
    for (const [words, ground] of [
      ["--c-phosphor", "--c-phosphor-dim"],
      ["--c-ok", "--c-ok-ground"],
      ["--c-on-phosphor", "--c-phosphor"],
    ] as const)
      expect(contrastOf(style[words] as Colour, style[ground] as Colour), typed).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf("#0b1020", signal)).toBeGreaterThanOrEqual(4.5);
  }
});
