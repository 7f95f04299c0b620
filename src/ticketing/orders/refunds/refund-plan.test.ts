import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderStates } from "#ticketing/orders/order-state.ts";
import type { OrderMoney } from "./refund-decision.ts";
import { mostInPart, planRefund, type RefundableOrder } from "./refund-plan.ts";

const money: OrderMoney = { paidForTickets: 40_000, revenueLeft: 40_000, creditLeft: 0, owedForTickets: 0 };
const order: RefundableOrder = {
  state: "paid",
  quantity: 4,
  returned: 0,
  entries: 2,
  unitPrice: 10_000,
  money,
  unusedEntries: 8,
  usedEntries: 0,
  isUnderWay: false,
};
const whole = { kind: "whole" } as const;
const part = (tickets: number) => ({ kind: "part", tickets }) as const;

describe("the whole order", () => {
  it("gives back what is left of it, and ends every ticket that is left", () => {
    expect(planRefund(order, whole)).toEqual({
      ok: true,
      value: { kind: "whole", amount: 40_000, tickets: 4, usedEntries: 0 },
    });
    const rest = {
      ...order,
      state: "partially_refunded",
      returned: 1,
      money: { ...money, revenueLeft: 30_000 },
    } as const;
    expect(planRefund(rest, whole)).toMatchObject({ value: { amount: 30_000, tickets: 3 } });
  });

  it("that a person looks at gives back what we hold of it as well; of a valid one that is not touched", () => {
    const held = { ...money, creditLeft: 500 };
    expect(planRefund({ ...order, state: "manual_review", money: held }, whole)).toMatchObject({
      value: { amount: 40_500 },
    });
    expect(planRefund({ ...order, money: held }, whole)).toMatchObject({ value: { amount: 40_000 } });
  });

  it("ends without money when it was given away, and only then", () => {
    const none = { ...money, paidForTickets: 0, revenueLeft: 0 };
    expect(planRefund({ ...order, unitPrice: 0, money: none }, whole)).toMatchObject({
      value: { amount: 0 },
    });
    expect(planRefund({ ...order, money: none }, whole)).toEqual({
      ok: false,
      refusal: { reason: "not_refundable" },
    });
  });

  it("asks for a yes to the entries that were used, to all of them", () => {
    const used = { ...order, usedEntries: 3 };
    const refusal = { ok: false, refusal: { reason: "used", entries: 3 } };
    expect(planRefund(used, whole)).toEqual(refusal);
    expect(planRefund(used, { kind: "whole", usedEntries: 2 })).toEqual(refusal);
    for (const usedEntries of [3, 4])
      expect(planRefund(used, { kind: "whole", usedEntries })).toMatchObject({ value: { usedEntries: 3 } });
    expect(planRefund({ ...order, usedEntries: 1 }, whole)).toMatchObject({ refusal: { reason: "used" } });
  });
});

describe("some tickets of it", () => {
  it("are given back at their price", () => {
    expect(planRefund(order, part(3))).toEqual({
      ok: true,
      value: { kind: "part", amount: 30_000, tickets: 3, usedEntries: 0 },
    });
  });

  it.each<[wish: number, change: Partial<RefundableOrder>, most: number]>([
    [4, {}, 3],
    [0, {}, 3],
    [-1, {}, 3],
    [1.5, {}, 3],
    [Number.NaN, {}, 3],
    [3, { returned: 1 }, 2],
    [2, { unusedEntries: 3 }, 1],
    [1, { unusedEntries: 1 }, 0],
    [1, { quantity: 1 }, 0],
    [1, { state: "manual_review" }, 0],
  ])("%d of an order with %j are too many", (tickets, change, most) => {
    expect(planRefund({ ...order, ...change }, part(tickets))).toEqual({
      ok: false,
      refusal: { reason: "too_many", most },
    });
  });

  it("never bring the order down to nothing, nor end what was given away", () => {
    const refusal = { ok: false, refusal: { reason: "not_refundable" } };
    expect(planRefund({ ...order, money: { ...money, revenueLeft: 10_000 } }, part(1))).toEqual(refusal);
    expect(planRefund({ ...order, money: { ...money, revenueLeft: 10_001 } }, part(1)).ok).toBe(true);
    expect(planRefund({ ...order, unitPrice: 0 }, part(1))).toEqual(refusal);
  });

  it("are at most those nobody entered on, and never the last", () => {
    const counts = fc.record({
      quantity: fc.integer({ min: 1, max: 10 }),
      returned: fc.integer({ min: 0, max: 10 }),
      entries: fc.integer({ min: 1, max: 5 }),
      unusedEntries: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(counts, (some) => {
        const most = mostInPart(some);
        const unused = Math.floor(some.unusedEntries / some.entries);
        expect(most).toBe(Math.max(0, Math.min(some.quantity - some.returned - 1, unused)));
      }),
    );
  });
});

describe("neither", () => {
  it.each(orderStates)("is planned for an order that is %s, unless it is valid or looked at", (state) => {
    const isPlanned = state === "paid" || state === "partially_refunded";
    for (const wish of [whole, part(1)])
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
    for (const wish of [whole, part(1)])
      expect(planRefund({ ...order, isUnderWay: true }, wish)).toEqual({
        ok: false,
        refusal: { reason: "under_way" },
      });
  });
});
