import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMoves, availableTickets, leftInCounter, type Move, takesOf } from "./stock.ts";

describe("what can be bought", () => {
  it("is limited by the units left of the type and the places left at each event", () => {
    expect(availableTickets(10, 1, [100])).toBe(10);
    expect(availableTickets(10, 2, [7])).toBe(3);
    expect(availableTickets(10, 5, [4])).toBe(0);
    expect(availableTickets(10, 1, [8, 3, 9])).toBe(3);
    expect(availableTickets(-1, 1, [8])).toBe(0);
    expect(availableTickets(10, 1, [])).toBe(0);
  });

  it("is what was neither held nor sold", () => {
    expect(leftInCounter({ id: "couple", capacity: 10, held: 3, sold: 2 })).toBe(5);
  });

  it("never takes more than there is, in any sequence of purchases (I5)", () => {
    const whole = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 1, max: 9 }),
        fc.array(whole, { minLength: 1, maxLength: 5 }),
        (left, entries, places) => {
          const n = availableTickets(left, entries, places);
          expect(n).toBeLessThanOrEqual(left);
          for (const room of places) expect(n * entries).toBeLessThanOrEqual(room);
          expect(n + 1 <= left && places.every((room) => (n + 1) * entries <= room)).toBe(false);
        },
      ),
    );
  });

  it("takes units of the type and its phase, and places of every event and the pool, each counter once", () => {
    const moves = new Map<string, Move>();
    const order = { ticketTypeId: "couple", eventIds: ["friday", "saturday"], quantity: 3, entries: 2 };
    addMoves(moves, takesOf([order]), { held: 1, sold: 0 });
    addMoves(moves, takesOf([{ ...order, quantity: 1, eventIds: ["friday"] }]), { held: -1, sold: 1 });
    expect(Object.fromEntries(moves)).toEqual({
      couple: { held: 2, sold: 1 },
      friday: { held: 4, sold: 2 },
      saturday: { held: 6, sold: 0 },
    });
    const shared = { ...order, poolId: "pool", phaseId: "early" };
    expect(Object.fromEntries(takesOf([shared, { ...shared, quantity: 1, phaseId: "full" }]))).toEqual({
      couple: 4,
      friday: 8,
      saturday: 8,
      pool: 8,
      early: 3,
      full: 1,
    });
    const many = new Map<string, Move>();
    addMoves(many, new Map([["couple", 4]]), { held: -2, sold: 3 });
    expect(many.get("couple")).toEqual({ held: -8, sold: 12 });
  });
});
