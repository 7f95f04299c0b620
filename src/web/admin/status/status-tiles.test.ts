import { expect, it } from "vitest";
import { statusVerdictOf } from "./status-reading.server.ts";
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

it("a provider that answers no call is never called a sale that goes on, however few calls there are", () => {
  const fine = { isStopped: false, isMailOn: true, isMailPaused: false, isBackupMissing: false, jobs: [] };
  const titleOf = (calls: number, failed: number) => {
    const read = { orders: { review: 0, line: 0 }, processes: [{ provider: { calls, failed } }] };
    return statusVerdictOf(read as unknown as Parameters<typeof statusVerdictOf>[0], fine).title;
  };
  for (const [calls, failed] of [
    [2, 2],
    [3, 3],
    [10, 3],
  ] as const)
    expect([calls, titleOf(calls, failed)]).toEqual([calls, "Stripe nu răspunde bine."]);
  for (const [calls, failed] of [
    [0, 0],
    [1, 1],
    [3, 1],
    [10, 1],
  ] as const)
    expect([calls, titleOf(calls, failed)]).toEqual([calls, "Totul merge."]);
});
