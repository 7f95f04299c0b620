import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { phasesOnSale, pricedParts } from "./price-phase.ts";

const phase = (id: string, price: number, isOver = false) => ({ id, price: bani(price), isOver });
const early = phase("early", 8000);
const advance = phase("advance", 10_000);
const last = phase("last", 12_000);
const leftOf = (left: Record<string, number>) => (id: string) => left[id] ?? 0;
const leftIn = (left: Record<string, number>) => (one: { id: string }) => left[one.id] ?? 0;
const names = (phases: readonly { id: string }[]) => phases.map(({ id }) => id);

describe("price phases", () => {
  const all = [early, advance, last];

  it("follow each other when one is sold out, or when its end has come", () => {
    const plenty = { early: 23, advance: 50, last: noLimit };
    expect(names(phasesOnSale(all, leftIn(plenty)))).toEqual(["early", "advance", "last"]);
    expect(names(phasesOnSale(all, leftIn({ ...plenty, early: 0 })))).toEqual(["advance", "last"]);
    expect(names(phasesOnSale([{ ...early, isOver: true }, advance, last], leftIn(plenty)))).toEqual([
      "advance",
      "last",
    ]);
    // one that was skipped by its end comes back when that is moved: nothing remembers a switch
    expect(names(phasesOnSale(all, leftIn({ ...plenty, advance: 0 })))).toEqual(["early", "last"]);
    expect(phasesOnSale(all, leftIn({}))).toEqual([]);
  });

  it("cost what the first of them with tickets left says, and the rest of a quantity the next", () => {
    const parts = pricedParts(
      { price: bani(12_000), phases: all },
      4,
      leftOf({ early: 2, advance: 1, last: 9 }),
    );
    expect(parts).toEqual([
      { phaseId: "early", price: 8000, quantity: 2 },
      { phaseId: "advance", price: 10_000, quantity: 1 },
      { phaseId: "last", price: 12_000, quantity: 1 },
    ]);
    const within = pricedParts({ price: bani(12_000), phases: all }, 2, leftOf({ early: 2, advance: 1 }));
    expect(within).toEqual([{ phaseId: "early", price: 8000, quantity: 2 }]);
  });

  it("leave a type without any at its own price, however many are asked for", () => {
    expect(pricedParts({ price: bani(500), phases: [] }, 7, leftOf({}))).toEqual([
      { phaseId: null, price: 500, quantity: 7 },
    ]);
  });

  it("sell nothing of a phase that is over, no more than each has, and all that was asked for where they have it", () => {
    const some = fc.array(fc.record({ price: fc.nat(50_000), isOver: fc.boolean(), left: fc.nat(6) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 10 }), (given, quantity) => {
        const phases = given.map(({ price, isOver }, at) => phase(String(at), price, isOver));
        const left = (id: string) => given[Number(id)]?.left ?? 0;
        const parts = pricedParts({ price: bani(1), phases }, quantity, left);
        const there = given.reduce((n, one) => n + (one.isOver ? 0 : one.left), 0);
        expect(parts.reduce((n, part) => n + part.quantity, 0)).toBe(Math.min(quantity, there));
        for (const part of parts) {
          const of = given[Number(part.phaseId)];
          expect(of?.isOver).toBe(false);
          expect(part.price).toBe(of?.price);
          expect(part.quantity).toBeGreaterThan(0);
          expect(part.quantity).toBeLessThanOrEqual(of?.left ?? 0);
        }
        // a later phase is begun only when the one before it is used up
        for (const part of parts.slice(0, -1)) expect(part.quantity).toBe(left(part.phaseId ?? ""));
      }),
    );
  });
});
