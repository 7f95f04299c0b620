import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** What the sheets may say about sizes: the scales of `src/web/ui/tokens.css`, and what is art. */
const source = join(import.meta.dirname, "..", "..", "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" });
const read = (file: string) => readFileSync(join(source, file), "utf8");
const sheets = files.filter((file) => file.endsWith(".css"));
const code = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .map(read)
  .join("\n");

/** Declarations of these properties, as `property: value`. */
function declared(css: string, property: RegExp): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "");
  return [...plain.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+);/g)]
    .filter(([, name = ""]) => property.test(name))
    .map(([, name, value = ""]) => `${name}: ${value.replace(/\s+/g, " ")}`);
}

/** Fifty pixels and more are room for something that has this size. What grows with the screen, the poster or the letters around it is not a step of a scale. */
const fluid = /clamp\(|min\(|max\(|calc\(|cqi|vw|em$|env\(|inherit/;
const scales = [
  { what: "size of letters", property: /^font-size$/, step: /^var\(--t-[\w]+\)$/ },
  { what: "corner", property: /radius$/, step: /^(var\(--r-[\w]+\)|0|50%|\/)$/ },
  {
    what: "distance",
    property: /^(gap|.*-gap|margin.*|padding.*)$/,
    step: /^(var\(--s-\d+\)|var\(--gutter\)|var\(--gap\)|0|auto|-?[12]px|([5-9]|1\d)\dpx)$/,
  },
];

describe("a sheet", () => {
  it.each(scales)("says a $what only by a step of its scale", ({ property, step }) => {
    const off = sheets.flatMap((sheet) =>
      declared(read(sheet), property)
        .filter((line) => !fluid.test(line))
        .filter(
          (line) =>
            !line
              .replace(/^[a-z-]+: /, "")
              .split(" ")
              .every((value) => step.test(value)),
        )
        .map((line) => `${sheet}: ${line}`),
    );
    expect(off).toEqual([]);
  });

  it("of checkout is brought by each of its screens", () => {
    const screens = files.filter((file) => /^web\/checkout\/.*-route\.tsx$/.test(file));
    expect(screens.filter((file) => !read(file).includes('import "./checkout.css"'))).toEqual([]);
    expect(screens.length).toBeGreaterThan(4);
  });

  it("names no class that no screen writes", () => {
    const written = new Set(code.match(/[\w-]+/g));
    const composed = new Set([...code.matchAll(/([\w-]+(?:--|-|__))\$\{/g)].map(([, start]) => start));
    const isWritten = (name: string) =>
      written.has(name) ||
      [...name.matchAll(/--|-|__/g)].some(({ 0: mark, index }) =>
        composed.has(name.slice(0, index + mark.length)),
      );
    const named = sheets.flatMap((sheet) =>
      [
        ...read(sheet)
          .replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, "")
          .matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g),
      ].map(([, name = ""]) => name),
    );
    expect([...new Set(named)].filter((name) => !isWritten(name))).toEqual([]);
  });
});
