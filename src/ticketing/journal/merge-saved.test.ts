import { expect, it } from "vitest";
import { mergeSaved } from "./merge-saved.ts";

const opened = { places: 2, note: null as string | null };

it("a field that was left as it was opened keeps what another person saved meanwhile; both changing one is undefined", () => {
  const saved: typeof opened = { places: 5, note: null };
  expect(mergeSaved(opened, { places: 2, note: "bar" }, saved)).toEqual({ places: 5, note: "bar" });
  expect(mergeSaved(opened, { places: 3, note: null }, saved)).toBeUndefined();
  expect(mergeSaved(opened, { places: 5, note: "bar" }, saved)).toEqual({ places: 5, note: "bar" });
  expect(mergeSaved(opened, { places: 3, note: "bar" }, opened)).toEqual({ places: 3, note: "bar" });
  expect(mergeSaved(null, { places: 3, note: "bar" }, saved)).toEqual({ places: 3, note: "bar" });
});

it("lists are compared by what is in them", () => {
  const of = (...types: string[]) => ({ types });
  expect(mergeSaved(of("a"), of("a"), of("a", "b"))).toEqual(of("a", "b"));
  expect(mergeSaved(of("a"), of("a", "c"), of("a", "b"))).toBeUndefined();
});
