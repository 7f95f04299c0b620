import { expect, it } from "vitest";
import { routeFiles } from "#test/support/route-list.ts";
import { marked } from "./mutant.ts";
import { screenPlaces, screens } from "./screen-places.ts";

const changes = (text: string) =>
  screenPlaces("src/x.tsx", text).map(({ kind, start, end, became }) => [
    kind,
    text.slice(start, end),
    became,
  ]);

it("finds conditions, early ends, comparisons, booleans and checks that are called", () => {
  expect(changes("if (!a.ok) return b;")).toEqual([
    ["condition", "!a.ok", "!(!a.ok)"],
    ["early end", "!a.ok", "(!a.ok) && false"],
  ]);
  expect(changes("const x = a < b && c ? true : d;")).toEqual([
    ["and, or", "a < b && c", "a < b || c"],
    ["comparison", "a < b", "a >= b"],
    ["boolean", "true", "false"],
  ]);
  expect(changes("await check(a); log.error(a);")).toEqual([
    ["call", "await check(a)", "false && await check(a)"],
  ]);
});

it("leaves types as they are", () => {
  expect(changes("type A = { a: true }; const b = c as false; f<true>();")).toEqual([
    ["call", "f<true>()", "false && f<true>()"],
  ]);
});

it("a change keeps the marks of the places within it", () => {
  const text = "const f = () => a === b || c;";
  const places = screenPlaces("src/x.ts", text);
  const all = places.map((place, n) => [place, n] as const);
  const reach = (n: number, code: string) => `(globalThis.reach?.(${n}), ${code})`;
  const inner = reach(1, "a === b");
  expect(marked(text, all, screens.mark)).toBe(`const f = () => ${reach(0, `${inner} || c`)};`);
  expect(marked(text, all, screens.mark, places[0])).toBe(`const f = () => ${reach(0, `${inner} && c`)};`);
  expect(marked(text, all, screens.mark, places[1])).toBe(
    `const f = () => ${reach(0, `${reach(1, "a !== b")} || c`)};`,
  );
});

it("knows the files of all routes", () => {
  expect(routeFiles().length).toBeGreaterThan(90);
  expect(routeFiles()).toContain("src/web/admin/admin-layout.tsx");
});
