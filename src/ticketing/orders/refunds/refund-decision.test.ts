import { expect, it } from "vitest";
import { type OrderState, orderStates } from "#ticketing/orders/order-state.ts";
import { accountOfRefund, decideRefund, type OrderMoney, stateOfMoney } from "./refund-decision.ts";

const money = (change: Partial<OrderMoney> = {}): OrderMoney => ({
  paidForTickets: 1000,
  revenueLeft: 1000,
  creditLeft: 0,
  owedForTickets: 0,
  ...change,
});
const ended = (state: OrderState) => ({ state, stake: "none" });

it.each<[state: OrderState, Partial<OrderMoney>, next: object | undefined]>([
  ["late_paid", { creditLeft: 0 }, ended("refunded_no_stock")],
  ["late_paid", { creditLeft: 1 }, undefined],
  ["manual_review", { creditLeft: 0, revenueLeft: 0 }, ended("refunded")],
  ["manual_review", { creditLeft: 1, revenueLeft: 0 }, undefined],
  ["manual_review", { creditLeft: 0, revenueLeft: 1 }, undefined],
  ["refunded", { owedForTickets: 1 }, ended("manual_review")],
  ["refunded", { owedForTickets: 0 }, undefined],
  ["paid", {}, undefined],
  ["paid", { revenueLeft: 999 }, { state: "partially_refunded", stake: "sold" }],
  ["paid", { revenueLeft: 0 }, ended("refunded")],
  ["paid", { paidForTickets: 0, revenueLeft: 0 }, undefined],
  ["partially_refunded", { revenueLeft: 999 }, undefined],
  ["partially_refunded", {}, { state: "paid", stake: "sold" }],
  ["partially_refunded", { revenueLeft: 0 }, ended("refunded")],
])("an order that is %s with %j becomes %j", (state, change, next) => {
  expect(decideRefund({ state }, money(change))).toEqual(next);
});

it("money that moves changes no other order", () => {
  const others = orderStates.filter(
    (state) => !["late_paid", "manual_review", "refunded", "paid", "partially_refunded"].includes(state),
  );
  expect(others).toHaveLength(9);
  for (const state of others)
    for (const revenueLeft of [0, 1, 1000])
      expect(decideRefund({ state }, money({ revenueLeft, owedForTickets: 5 }))).toBeUndefined();
});

it("what was never paid says nothing of its state", () => {
  expect(stateOfMoney(money({ paidForTickets: 0, revenueLeft: 0 }))).toBeUndefined();
  expect(stateOfMoney(money())).toEqual({ state: "paid", stake: "sold" });
});

it("a refund is booked against revenue as long as the order has some or is valid", () => {
  const of = (payment: "revenue" | "customer_credit", stake: "sold" | "none", revenueLeft: number) =>
    accountOfRefund(payment, { stake }, money({ revenueLeft }));
  expect(of("revenue", "sold", 0)).toBe("revenue");
  expect(of("revenue", "none", 1)).toBe("revenue");
  expect(of("revenue", "none", 0)).toBe("customer_credit");
  expect(of("customer_credit", "sold", 1)).toBe("customer_credit");
});
