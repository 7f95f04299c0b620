import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The style sheets that browsers get. Which of a page's sheets comes first varies: the layers alone say what wins. */
const folder = join(import.meta.dirname, "..", "..", "build", "client", "assets");
const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"));
const textOf = (sheet: string) => readFileSync(join(folder, sheet), "utf8");

/** What stands in a sheet on the first level, each up to its `{` or `;`. */
function firstLevel(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let prelude = "";
  for (const [token] of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\s\S]/g)) {
    const ends = token === ";" || token === "{";
    if (depth === 0 && ends) found.push(prelude.trim());
    if (token === "{") depth += 1;
    if (token === "}") depth -= 1;
    prelude = ends || token === "}" ? "" : prelude + token;
  }
  return found;
}

describe("the built style sheets", () => {
  it.each(sheets)("%s has every rule in a layer; only a font's face may stand outside", (sheet) => {
    expect(firstLevel(textOf(sheet)).filter((what) => !/^@(layer\b|font-face$)/.test(what))).toEqual([]);
  });

  it("name the layers that the sheet of every page puts into their order, and no other", () => {
    const layersOf = (sheet: string) =>
      firstLevel(textOf(sheet)).flatMap((what) =>
        what.startsWith("@layer ") ? what.slice("@layer ".length).split(/,\s*/) : [],
      );
    const order = [...new Set(layersOf(sheets.find((sheet) => sheet.startsWith("root-")) ?? ""))];
    expect(order).toEqual(["base", "parts", "frame", "shared", "screen"]);
    expect(sheets.flatMap(layersOf).filter((layer) => !order.includes(layer))).toEqual([]);
  });
});

it("reads what stands on the first level of a sheet", () => {
  const css = `@layer a,b;@layer a{.x{content:"};.y{"}}.y:hover{color:red}@media print{.w{top:0}}`;
  expect(firstLevel(css)).toEqual(["@layer a,b", "@layer a", ".y:hover", "@media print"]);
});
