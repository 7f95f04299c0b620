import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMoves, availableTickets, type Move, takesOf } from "./stock.ts";

describe("what can be bought", () => {
  it("is what the type has left, and what fits the people every event still has room for", () => {
    expect(availableTickets(10, 1, [100])).toBe(10);
    expect(availableTickets(10, 2, [7])).toBe(3);
    expect(availableTickets(10, 5, [4])).toBe(0);
    expect(availableTickets(10, 1, [8, 3, 9])).toBe(3);
    expect(availableTickets(-1, 1, [8])).toBe(0);
    expect(availableTickets(10, 1, [])).toBe(0);
  });

  it("never takes more than there is, whatever is bought of it (I5)", () => {
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
          const oneMore = n + 1 <= left && places.every((room) => (n + 1) * entries <= room);
          expect(oneMore).toBe(false);
        },
      ),
    );
  });

  it("is taken from the type in units and from every event in people, each counter once", () => {
    const moves = new Map<string, Move>();
    const order = { ticketTypeId: "couple", eventIds: ["friday", "saturday"], quantity: 3, entries: 2 };
    addMoves(moves, takesOf(order), { held: 1, sold: 0 });
    addMoves(moves, takesOf({ ...order, quantity: 1, eventIds: ["friday"] }), { held: -1, sold: 1 });
    expect(Object.fromEntries(moves)).toEqual({
      couple: { held: 2, sold: 1 },
      friday: { held: 4, sold: 2 },
      saturday: { held: 6, sold: 0 },
    });
  });
});
