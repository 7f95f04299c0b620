import { expect, it } from "vitest";
import { type OrderState, orderStates } from "#ticketing/orders/order-state.ts";
import { decideRefund, type OrderMoney, stateOfSeats } from "./refund-decision.ts";

const money = (change: Partial<OrderMoney> = {}): OrderMoney => ({
  paidForTickets: 1000,
  revenueLeft: 1000,
  creditLeft: 0,
  owedForTickets: 0,
  ...change,
});
const ended = (state: OrderState) => ({ state, stake: "none" });
const sold = (state: OrderState) => ({ state, stake: "sold" });
const night = { isFree: false, isShareReturned: false, isCancelled: false };
const returned = { ...night, isShareReturned: true };
const free = { ...night, isFree: true };
const cancelled = { ...free, isCancelled: true };

it.each<[state: OrderState, Partial<OrderMoney>, next: object | undefined]>([
  ["late_paid", { creditLeft: 0 }, ended("refunded_no_stock")],
  ["late_paid", { creditLeft: 1 }, undefined],
  ["manual_review", { creditLeft: 0, revenueLeft: 0 }, ended("refunded")],
  ["manual_review", { creditLeft: 1, revenueLeft: 0 }, undefined],
  ["manual_review", { creditLeft: 0, revenueLeft: 1 }, undefined],
  ["refunded", { owedForTickets: 1 }, ended("manual_review")],
  ["refunded", { owedForTickets: 0 }, undefined],
])("an order that is %s with %j becomes %j", (state, change, next) => {
  expect(decideRefund({ state }, money(change))).toEqual(next);
});

it("money that moves changes no other order without valid tickets", () => {
  const others = orderStates.filter((state) => !["late_paid", "manual_review", "refunded"].includes(state));
  expect(others).toHaveLength(11);
  for (const state of others)
    for (const revenueLeft of [0, 1, 1000])
      expect(decideRefund({ state }, money({ revenueLeft, owedForTickets: 5 }))).toBeUndefined();
});

it.each<[left: number, paidForSeats: number[], next: object]>([
  [1000, [500, 500], sold("paid")],
  [999, [500, 500], sold("partially_refunded")],
  [500, [500], sold("partially_refunded")],
  [0, [], ended("refunded")],
  [500, [], ended("refunded")],
  [0, [500, 0], ended("refunded")],
  // Free seats beside one that was refunded stay.
  [0, [0, 0], sold("partially_refunded")],
])("a sold order with %d of 1000 bani left and valid seats for %j is %j", (revenueLeft, paid, next) => {
  const seats = paid.map((one) => ({ paid: one, codes: [{ ...night, isFree: one === 0 }] }));
  expect(stateOfSeats(money({ revenueLeft }), seats)).toEqual(next);
});

it.each([
  ["a night that was paid for", [returned, night, free], ended("refunded")],
  ["only a free one", [returned, returned, free], sold("partially_refunded")],
  ["only a free one that is cancelled", [returned, cancelled], ended("refunded")],
  ["none", [returned, returned], ended("refunded")],
])("a pass without money lives on with a free night alone: of this one %s is left", (_, codes, next) => {
  const pass = { paid: 1000, codes };
  expect(stateOfSeats(money({ revenueLeft: 0 }), [pass])).toEqual(next);
  expect(stateOfSeats(money({ revenueLeft: 0 }), [pass], true)).toEqual(ended("refunded"));
  expect(stateOfSeats(money({ revenueLeft: 1 }), [pass], true)).toEqual(sold("partially_refunded"));
});

it("a seat that nobody paid for stays beside a pass of which nothing is left", () => {
  const seats = [
    { paid: 1000, codes: [returned] },
    { paid: 0, codes: [free] },
  ];
  expect(stateOfSeats(money({ revenueLeft: 0 }), seats)).toEqual(sold("partially_refunded"));
});
