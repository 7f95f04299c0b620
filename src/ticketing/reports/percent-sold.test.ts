import { expect, it } from "vitest";
import { percentSold } from "./report-period.ts";

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
