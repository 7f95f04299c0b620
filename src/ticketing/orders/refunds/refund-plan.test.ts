import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { done } from "#kernel/outcome.ts";
import { orderStates } from "#ticketing/orders/order-state.ts";
import type { OrderMoney } from "./refund-decision.ts";
import {
  mostInPart,
  planRefund,
  priceOfPart,
  type RefundableOrder,
  type RefundableSeat,
  seatOfLine,
} from "./refund-plan.ts";

const money: OrderMoney = { paidForTickets: 40_000, revenueLeft: 40_000, creditLeft: 0, owedForTickets: 0 };
const seat = (id: string, change: Partial<RefundableSeat> = {}): RefundableSeat => ({
  id,
  lineNo: 1,
  unitNo: null,
  tickets: 1,
  places: 1,
  price: 10_000,
  unusedEntries: 1,
  usedEntries: 0,
  ...change,
});
const four = seat("four", { tickets: 4, places: 8, price: 40_000, unusedEntries: 8 });
const order: RefundableOrder = { state: "paid", seats: [four], money, isUnderWay: false };
const ofFour = (change: Partial<RefundableSeat>) => ({ ...order, seats: [{ ...four, ...change }] });
/** Two persons, a couple's unit of two seats, and a free seat. */
const many: RefundableOrder = {
  ...order,
  seats: [
    seat("ana", { unitNo: 1 }),
    seat("bogdan", { unitNo: 2, usedEntries: 1, unusedEntries: 0 }),
    seat("carmen", { lineNo: 2, unitNo: 1, price: 10_001 }),
    seat("dan", { lineNo: 2, unitNo: 1, tickets: 0, price: 9_999 }),
    seat("ema", { lineNo: 3, price: 0 }),
  ],
};
const whole = { kind: "whole" } as const;
const part = (tickets: number, line = 1) => ({ kind: "part", line, tickets }) as const;
const seats = (...ids: string[]) => ({ kind: "seats", seats: ids }) as const;
const refusal = (reason: object) => ({ ok: false, refusal: reason });

describe("the whole order", () => {
  it("gives back what is left of it, and ends every seat that is left", () => {
    expect(planRefund(order, whole)).toEqual(
      done({ kind: "whole", amount: 40_000, owed: 0, tickets: 4, seats: ["four"], usedEntries: 0 }),
    );
    expect(planRefund({ ...many, seats: many.seats.slice(2) }, whole)).toMatchObject({
      value: { amount: 40_000, tickets: 2, seats: ["carmen", "dan", "ema"] },
    });
  });

  it("that a person looks at gives back what we hold of it as well; of a valid one that is not touched", () => {
    const held = { ...money, creditLeft: 500 };
    const looked = { ...order, seats: [], state: "manual_review", money: held } as const;
    expect(planRefund(looked, whole)).toMatchObject({ value: { amount: 40_500 } });
    expect(planRefund({ ...order, money: held }, whole)).toMatchObject({ value: { amount: 40_000 } });
  });

  it("ends without money when its seats cost nothing, and only then", () => {
    const none = { ...money, paidForTickets: 0, revenueLeft: 0 };
    expect(planRefund({ ...ofFour({ price: 0 }), money: none }, whole)).toMatchObject({
      value: { kind: "whole", amount: 0 },
    });
    expect(planRefund({ ...order, money: none }, whole)).toEqual(refusal({ reason: "not_refundable" }));
    const over = { ...order, state: "manual_review", seats: [], money: none } as const;
    expect(planRefund(over, whole)).toEqual(refusal({ reason: "not_refundable" }));
  });

  it("asks for a yes to the entries that were used, to all of them", () => {
    const used = ofFour({ usedEntries: 3 });
    const asked = refusal({ reason: "used", entries: 3 });
    expect(planRefund(used, whole)).toEqual(asked);
    expect(planRefund(used, { kind: "whole", usedEntries: 2 })).toEqual(asked);
    for (const usedEntries of [3, 4])
      expect(planRefund(used, { kind: "whole", usedEntries })).toMatchObject({ value: { usedEntries: 3 } });
    expect(planRefund(ofFour({ usedEntries: 1 }), whole)).toMatchObject({ refusal: { reason: "used" } });
  });
});

describe("a free amount", () => {
  const wish = (amount: number) => ({ kind: "amount", amount }) as const;
  it("ends nothing, and is at least a ban and less than what is left of the order", () => {
    const ends = { owed: 0, tickets: 0, seats: [], usedEntries: 0 };
    for (const amount of [1, 39_999])
      expect(planRefund(many, wish(amount))).toEqual(done({ kind: "amount", amount, ...ends }));
    for (const amount of [Number.NaN, 0, -1, 1.5, 40_000])
      expect(planRefund(many, wish(amount))).toEqual(refusal({ reason: "not_less", left: 40_000 }));
  });

  it("is refused of an order that is not valid, and while a refund is on its way", () => {
    expect(planRefund({ ...many, state: "manual_review" }, wish(1))).toEqual(
      refusal({ reason: "not_refundable" }),
    );
    expect(planRefund({ ...many, isUnderWay: true }, wish(1))).toEqual(refusal({ reason: "under_way" }));
  });
});

describe("what is owed for tickets that ended before their refund failed", () => {
  const owing = { ...many, money: { ...money, creditLeft: 10_500, owedForTickets: 10_000 } };

  it("goes back alone, without ending a seat, or with the whole order; second payments do not", () => {
    expect(planRefund(owing, { kind: "owed" })).toEqual(
      done({ kind: "owed", amount: 10_000, owed: 10_000, tickets: 0, seats: [], usedEntries: 0 }),
    );
    expect(planRefund(owing, { kind: "whole", usedEntries: 1 })).toMatchObject({
      value: { kind: "whole", amount: 50_000, owed: 10_000 },
    });
    expect(planRefund(owing, seats("ana"))).toMatchObject({ value: { amount: 10_000, owed: 0 } });
  });

  it("is refused when nothing is, and of an order that a person looks at, which goes back whole", () => {
    expect(planRefund(many, { kind: "owed" })).toEqual(refusal({ reason: "not_refundable" }));
    for (const state of ["manual_review", "refunded"] as const)
      expect(planRefund({ ...owing, state }, { kind: "owed" })).toEqual(
        refusal({ reason: "not_refundable" }),
      );
    expect(planRefund({ ...owing, isUnderWay: true }, { kind: "owed" })).toEqual(
      refusal({ reason: "under_way" }),
    );
  });
});

describe("some tickets of one code", () => {
  it("are given back at its price", () => {
    expect(planRefund(order, part(3))).toEqual(
      done({ kind: "part", amount: 30_000, owed: 0, tickets: 3, seats: ["four"], usedEntries: 0 }),
    );
    // A refund at the provider has lowered it; the odd ban stays with what is kept.
    expect(planRefund(ofFour({ price: 39_999 }), part(1))).toMatchObject({ value: { amount: 10_000 } });
    expect(priceOfPart({ tickets: 2, price: 1 }, 1)).toBe(0);
  });

  it.each<[wish: number, change: Partial<RefundableSeat>, most: number]>([
    [4, {}, 3],
    [0, {}, 3],
    [-1, {}, 3],
    [1.5, {}, 3],
    [Number.NaN, {}, 3],
    [3, { tickets: 3, places: 6 }, 2],
    [2, { unusedEntries: 3 }, 1],
    [1, { unusedEntries: 1 }, 0],
    [1, { tickets: 1, places: 2 }, 0],
  ])("%d of a code with %j are too many", (tickets, change, most) => {
    expect(planRefund(ofFour(change), part(tickets))).toEqual(refusal({ reason: "too_many", most }));
  });

  it("are of a line with one code, of a valid order, and of what was paid for", () => {
    for (const line of [1, 2, 3, 9])
      expect(planRefund(many, part(1, line))).toEqual(refusal({ reason: "too_many", most: 0 }));
    expect(planRefund({ ...order, state: "manual_review" }, part(1))).toEqual(
      refusal({ reason: "too_many", most: 0 }),
    );
    const second = { ...order, seats: [...many.seats, seat("grup", { lineNo: 4, tickets: 2, places: 2 })] };
    expect(
      planRefund({ ...second, seats: second.seats.map((one) => ({ ...one, unusedEntries: 2 })) }, part(1, 4)),
    ).toMatchObject({ value: { amount: 5_000, seats: ["grup"] } });
    const none = { ...money, paidForTickets: 0, revenueLeft: 0 };
    expect(planRefund({ ...order, money: none }, part(1))).toEqual(refusal({ reason: "not_refundable" }));
    expect(planRefund({ ...ofFour({ price: 0 }), money: none }, part(1))).toMatchObject({
      value: { amount: 0 },
    });
  });

  it("are at most those nobody entered on, and never the last", () => {
    const counts = fc.record({
      tickets: fc.integer({ min: 1, max: 10 }),
      entries: fc.integer({ min: 1, max: 5 }),
      unusedEntries: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(counts, ({ tickets, entries, unusedEntries }) => {
        const most = mostInPart({ tickets, places: tickets * entries, unusedEntries });
        expect(most).toBe(Math.max(0, Math.min(tickets - 1, Math.floor(unusedEntries / entries))));
      }),
    );
  });

  it("are of one seat: a line has it when it is its only one and not a person's", () => {
    expect(seatOfLine(many.seats, 3)?.id).toBe("ema");
    expect(seatOfLine(many.seats, 1)).toBeUndefined();
    expect(seatOfLine([seat("ana", { unitNo: 1 })], 1)).toBeUndefined();
  });
});

describe("some seats", () => {
  it("are given back at their prices", () => {
    expect(planRefund(many, seats("ana", "carmen", "dan"))).toEqual(
      done({
        kind: "seats",
        amount: 30_000,
        owed: 0,
        tickets: 2,
        seats: ["ana", "carmen", "dan"],
        usedEntries: 0,
      }),
    );
    expect(planRefund(many, seats("ema"))).toMatchObject({ value: { kind: "seats", amount: 0 } });
  });

  it("that are all of them are the whole order", () => {
    const all = { ...seats("ana", "bogdan", "carmen", "dan", "ema"), usedEntries: 1 };
    expect(planRefund(many, all)).toMatchObject({ value: { kind: "whole", amount: 40_000 } });
    expect(planRefund(order, seats("four"))).toMatchObject({ value: { kind: "whole" } });
  });

  it("that were used need a yes; those that stay do not", () => {
    expect(planRefund(many, seats("ana", "bogdan"))).toEqual(refusal({ reason: "used", entries: 1 }));
    expect(planRefund(many, { ...seats("bogdan"), usedEntries: 1 })).toMatchObject({
      value: { amount: 10_000, usedEntries: 1 },
    });
    expect(planRefund(many, seats("ana"))).toMatchObject({ ok: true });
  });

  it("of a unit go back together", () => {
    for (const one of ["carmen", "dan"])
      expect(planRefund(many, seats(one))).toEqual(refusal({ reason: "part_of_unit" }));
    // The second person's unit of line 1 has the same number as none of line 2.
    expect(planRefund(many, seats("ana"))).toMatchObject({ ok: true });
  });

  it.each([[[]], [["nobody"]], [["ana", "nobody"]], [["ana", "ana"]]])(
    "%j are refused: none, unknown, or one twice",
    (ids) => {
      expect(planRefund(many, seats(...ids))).toEqual(refusal({ reason: "unknown_seats" }));
    },
  );

  it("of a test purchase are not refunded: nobody paid", () => {
    const none = { ...money, paidForTickets: 0, revenueLeft: 0 };
    expect(planRefund({ ...many, money: none }, seats("ana"))).toEqual(refusal({ reason: "not_refundable" }));
  });
});

describe("none of them", () => {
  it.each(orderStates)("is planned for an order that is %s, unless it is valid or looked at", (state) => {
    const isPlanned = state === "paid" || state === "partially_refunded";
    for (const wish of [whole, part(1), seats("four")])
      expect(planRefund({ ...order, state }, wish).ok).toBe(
        isPlanned || (state === "manual_review" && wish.kind === "whole"),
      );
    expect(planRefund({ ...order, state }, whole)).toMatchObject(
      isPlanned || state === "manual_review"
        ? { ok: true }
        : { ok: false, refusal: { reason: "not_refundable" } },
    );
  });

  it("is planned while another refund is under way", () => {
    for (const wish of [whole, part(1), seats("four")])
      expect(planRefund({ ...order, isUnderWay: true }, wish)).toEqual(refusal({ reason: "under_way" }));
  });
});

it("add-ons on one code go back one by one while they were not given out, and never the last", () => {
  const drinks = { tickets: 3, places: 0 };
  expect([3, 2, 1, 0].map((unusedEntries) => mostInPart({ ...drinks, unusedEntries }))).toEqual([2, 2, 1, 0]);
});
