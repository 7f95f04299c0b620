import fc from "fast-check";
import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { ticketsOfLine } from "./seats.ts";

const line = fc.record({
  no: fc.integer({ min: 1, max: 8 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  entries: fc.integer({ min: 1, max: 20 }),
  total: fc.integer({ min: 0, max: 1_000_000 }).map(bani),
  codePer: fc.constantFrom("order" as const, "person" as const),
});
const added = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

it("the codes of a line add up to its units, its places on each night and its price, whatever they are for", () => {
  fc.assert(
    fc.property(line, fc.integer({ min: 1, max: 30 }), (one, nights) => {
      const codes = ticketsOfLine(one, nights);
      expect(added(codes.map(({ units }) => units))).toBe(one.quantity);
      expect(added(codes.map(({ price }) => price))).toBe(one.total);
      expect(added(codes.map(({ share }) => share))).toBe(one.total);
      for (let night = 0; night < nights; night += 1) {
        const those = codes.filter((code) => code.night === night);
        expect(added(those.map(({ places }) => places))).toBe(one.quantity * one.entries);
        expect(added(those.map(({ quantity }) => quantity))).toBe(one.quantity);
        expect(those.map(({ seatNo }) => seatNo)).toEqual(those.map((_, at) => at + 1));
      }
    }),
  );
});

it("one code for the order bears all of it; a code per person is one person's, with an equal part of the price", () => {
  const two = { no: 2, quantity: 2, entries: 2, total: bani(10_001) };
  expect(ticketsOfLine({ ...two, codePer: "order" }, 1)).toEqual([
    {
      lineNo: 2,
      seatNo: 1,
      unitNo: null,
      night: 0,
      quantity: 2,
      units: 2,
      places: 4,
      uses: 4,
      price: 10_001,
      share: 10_001,
    },
  ]);
  const seats = ticketsOfLine({ ...two, codePer: "person" }, 1);
  expect(
    seats.map(({ seatNo, unitNo, quantity, units, places, price }) => [
      seatNo,
      unitNo,
      quantity,
      units,
      places,
      price,
    ]),
  ).toEqual([
    [1, 1, 1, 1, 1, 2500],
    [2, 1, 0, 0, 1, 2500],
    [3, 2, 1, 1, 1, 2500],
    [4, 2, 0, 0, 1, 2501],
  ]);
});

it("an add-on lets nobody in, and each that was bought is used once: on one code, or on its own", () => {
  const drinks = { no: 1, quantity: 2, entries: 0, total: bani(5_001) };
  const shown = (codePer: "order" | "person") =>
    ticketsOfLine({ ...drinks, codePer }, 1).map(({ units, places, uses, price }) => [
      units,
      places,
      uses,
      price,
    ]);
  expect(shown("order")).toEqual([[2, 0, 2, 5_001]]);
  expect(shown("person")).toEqual([
    [1, 0, 1, 2_500],
    [1, 0, 1, 2_501],
  ]);
});

it("the price of a pass stands on its first night, and each night has its share, odd bani on the last ones", () => {
  const codes = ticketsOfLine({ no: 1, quantity: 1, entries: 1, total: bani(10_001), codePer: "person" }, 3);
  expect(codes.map(({ price, share, units }) => [price, share, units])).toEqual([
    [10_001, 3333, 1],
    [0, 3334, 0],
    [0, 3334, 0],
  ]);
});
