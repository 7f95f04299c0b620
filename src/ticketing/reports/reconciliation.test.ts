import { expect, test } from "vitest";
import { compareBooks, type Movement } from "./reconciliation.ts";

const at = "2027-06-26T18:00:00Z";
const payment = (amount: number, about: Partial<Movement> = {}): Movement => ({
  kind: "payment",
  id: "cs_1",
  paymentId: "pi_1",
  orderId: "order-1",
  amount,
  at,
  ...about,
});
const refund = (amount: number, about: Partial<Movement> = {}): Movement =>
  payment(amount, { kind: "refund", id: "re_1", orderId: null, ...about });

test("a payment that only the provider knows is a difference until all of it is refunded (F54)", () => {
  expect(compareBooks([], [payment(11_000)])).toMatchObject([{ ours: null, theirs: 11_000 }]);
  expect(compareBooks([], [payment(11_000), refund(-5_000)])).toHaveLength(2);
  expect(compareBooks([], [payment(11_000), refund(-5_000), refund(-6_000, { id: "re_2" })])).toEqual([]);
});

test("a refund of a payment in our books is a difference until it is in our books too", () => {
  expect(compareBooks([payment(11_000)], [payment(11_000), refund(-11_000)])).toMatchObject([
    { kind: "refund", ours: null, theirs: -11_000 },
  ]);
  expect(compareBooks([payment(10_000)], [payment(11_000), refund(-11_000)])).toHaveLength(2);
});

test("payments of different people do not cancel each other out", () => {
  const other = { id: "re_2", paymentId: "pi_2" };
  expect(compareBooks([], [payment(11_000), refund(-11_000, other)])).toHaveLength(2);
  const unnamed = { paymentId: null };
  expect(compareBooks([], [payment(11_000, unnamed), refund(-11_000, unnamed)])).toHaveLength(2);
});
