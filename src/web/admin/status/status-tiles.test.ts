import { expect, it } from "vitest";
import { tilesOf } from "./status-tiles.ts";

it("a queue and holds of more than a thousand are shown once, and grouped", () => {
  const orders = { held: 1412, units: 1621, oldestSeconds: 60, line: 2300, review: 0 };
  const [line, held] = tilesOf(
    { orders, minutes: [], processes: [] } as unknown as Parameters<typeof tilesOf>[0],
    24,
  );
  expect([line?.value, line?.unit]).toEqual(["2.300", "de comenzi"]);
  expect([held?.value, held?.unit]).toEqual(["1.621", "de bilete"]);
  expect(held?.note).toContain("1.412 comenzi");
});
