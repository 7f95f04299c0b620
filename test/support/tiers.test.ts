import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { dearest, later, seeded } from "./tiers.ts";

it.each([...later, ...seeded, ...dearest])("names test files that there are: %s", (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
