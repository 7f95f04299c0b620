import fc from "fast-check";
import { expect, it } from "vitest";
import { pricesOfSeats } from "./seat-prices.ts";

const seats = (...prices: number[]) => prices.map((price) => ({ price, paid: price }));

it("lowers prices in proportion, odd bani by the largest remainder", () => {
  expect(pricesOfSeats(435, seats(220, 220))).toEqual([217, 218]);
  expect(pricesOfSeats(90, seats(60, 30, 30))).toEqual([45, 22, 23]);
  expect(pricesOfSeats(7, seats(10, 0, 10))).toEqual([3, 0, 4]);
});

it("keeps prices that add up to what is left, and brings all to nothing when nothing is", () => {
  expect(pricesOfSeats(500, seats(240, 240, 20))).toEqual([240, 240, 20]);
  expect(pricesOfSeats(0, seats(240, 240))).toEqual([0, 0]);
  expect(pricesOfSeats(0, [])).toEqual([]);
});

it("raises seats without a price in proportion to what was paid for them, and free ones equally", () => {
  const without = (paid: number) => ({ price: 0, paid });
  expect(pricesOfSeats(90, [without(200), without(100)])).toEqual([60, 30]);
  expect(pricesOfSeats(3, [without(0), without(0)])).toEqual([1, 2]);
});

it("raises no price above what was paid, as long as others have room for it", () => {
  const lowered = [
    { price: 75, paid: 100 },
    { price: 38, paid: 100 },
  ];
  expect(pricesOfSeats(163, lowered)).toEqual([100, 63]);
  expect(pricesOfSeats(200, lowered)).toEqual([100, 100]);
});

it("adds up to what is left, and never raises a price while it lowers the sum", () => {
  const prices = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (before, kept) => {
      const sum = before.reduce((n, price) => n + price, 0);
      const left = Math.floor(sum * kept);
      const after = pricesOfSeats(left, seats(...before));
      expect(after.reduce((n, price) => n + price, 0)).toBe(left);
      for (const [at, price] of after.entries()) expect(price).toBeLessThanOrEqual(before[at] ?? 0);
    }),
  );
});
