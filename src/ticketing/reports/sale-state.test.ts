import { describe, expect, it } from "vitest";
import { percentSold, saleState } from "./sale-state.ts";

describe("the state of a night on the dashboard", () => {
  const night = { date: "2027-07-17", isAvailable: true, isSoldOut: false };
  it.each([
    ["active", night, "2027-07-17"],
    ["active", night, "2027-07-16"],
    ["ended", night, "2027-07-18"],
    ["ended", { ...night, isAvailable: false, isSoldOut: true }, "2027-07-18"],
    ["unavailable", { ...night, isAvailable: false }, "2027-07-17"],
    ["unavailable", { ...night, isAvailable: false, isSoldOut: true }, "2027-07-17"],
    ["soldOut", { ...night, isSoldOut: true }, "2027-07-17"],
  ] as const)("is %s for %j on %s, never just active (B2-15)", (state, sale, today) => {
    expect(saleState(sale, today)).toBe(state);
  });

  it.each([
    [0, 0, 0],
    [7, 0, 0],
    [0, 800, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [1, 201, 0],
    [612, 800, 77],
    [800, 800, 100],
  ])(
    "%i sold of %i are %i percent, rounded; none of no capacity (B2-23, B15-03)",
    (sold, capacity, percent) => {
      expect(percentSold(sold, capacity)).toBe(percent);
    },
  );
});
