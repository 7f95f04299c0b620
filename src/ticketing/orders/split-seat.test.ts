import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bani, split, sum } from "#kernel/money.ts";
import { ticketsOfLine } from "./seats.ts";
import { splitSeat } from "./split-seat.ts";

const anySeat = fc
  .record({
    quantity: fc.integer({ min: 1, max: 10 }),
    entries: fc.integer({ min: 1, max: 6 }),
    price: fc.integer({ min: 0, max: 5_000_000 }),
    paid: fc.integer({ min: 0, max: 5_000_000 }),
    nights: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ quantity, entries, price, paid, nights }) =>
    split(bani(paid), Array<number>(nights).fill(1)).map((share, night) => ({
      quantity,
      places: quantity * entries,
      share,
      units: night === 0 ? quantity : 0,
      price: bani(night === 0 ? price : 0),
    })),
  );

describe("one code becomes one for each person", () => {
  it("conserves every night's units, places, quantity, price and share, to the ban", () => {
    fc.assert(
      fc.property(anySeat, (nights) => {
        const people = splitSeat(nights);
        nights.forEach((night, at) => {
          const parts = people[at] ?? [];
          expect(parts).toHaveLength(night.places);
          for (const key of ["quantity", "units", "places"] as const)
            expect(parts.reduce((n, part) => n + part[key], 0)).toBe(night[key]);
          expect(sum(parts.map(({ price }) => price))).toBe(night.price);
          expect(sum(parts.map(({ share }) => share ?? bani(0)))).toBe(night.share);
        });
      }),
    );
  });

  it("gives nobody more than a ban more than another, in price and in the shares of all nights", () => {
    fc.assert(
      fc.property(anySeat, (nights) => {
        const people = splitSeat(nights);
        const paid = (people[0] ?? []).map((_, seat) =>
          sum(people.map((night) => night[seat]?.share ?? bani(0))),
        );
        const prices = (people[0] ?? []).map(({ price }) => price);
        for (const amounts of [paid, prices])
          expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("makes the seats and units that a type with a code for each person would have had", () => {
    const line = { no: 1, quantity: 2, entries: 3, total: bani(10_001) } as const;
    const [whole] = ticketsOfLine({ ...line, codePer: "order" }, 1);
    const wanted = ticketsOfLine({ ...line, codePer: "person" }, 1);
    if (!whole) throw new Error("no code");
    const [people] = splitSeat([whole]);
    expect(people).toEqual(wanted.map(({ lineNo: _, night: __, uses: ___, ...code }) => code));
  });

  it("leaves rows without a share without one", () => {
    const night = { quantity: 2, units: 2, places: 2, price: bani(3), share: null };
    expect(splitSeat([night])[0]?.map(({ share, price }) => [share, price])).toEqual([
      [null, 1],
      [null, 2],
    ]);
  });
});
