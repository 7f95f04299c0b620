import { expect, it } from "vitest";
import { cashOffers } from "./phone-sale.ts";

it("offers the exact sum and what the next notes make, each once", () => {
  expect(cashOffers(26_000)).toEqual([26_000, 30_000, 40_000]);
  expect(cashOffers(13_000)).toEqual([13_000, 15_000, 20_000]);
  expect(cashOffers(20_000)).toEqual([20_000]);
  expect(cashOffers(4_950)).toEqual([4_950, 5_000, 10_000]);
});
