import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { orderStates, stakesOf } from "./order-state.ts";
import { decideSettlement, type OrderFacts } from "./settlement.ts";

const order: OrderFacts = {
  id: "0190a8f0-0000-7000-8000-000000000001",
  state: "checkout_open",
  stake: "held",
  total: bani(22_000),
  currency: "ron",
  isHoldOver: false,
  paidSessions: [],
  otherPagesOpen: false,
  fitsAgain: false,
};
const session: CardSession = {
  id: "cs_test_1",
  status: "complete",
  paymentStatus: "paid",
  amountTotal: 22_000,
  currency: "ron",
  mode: "payment",
  clientReferenceId: order.id,
  livemode: false,
  paymentIntentId: "pi_1",
  url: null,
  expiresAt: new Date("2026-07-01T20:00:00Z"),
  createdAt: new Date("2026-07-01T19:30:00Z"),
  customerEmail: null,
};
const expected = { livemode: false, saysFailed: false };

describe("a paid session", () => {
  it.each([
    ["amount", { amountTotal: 21_999 }],
    ["currency", { currency: "eur" }],
    ["mode", { mode: "subscription" }],
    ["reference", { clientReferenceId: "0190a8f0-0000-7000-8000-000000000002" }],
    ["livemode", { livemode: true }],
  ] as const)("of another %s gives no tickets but a person to look at it (F23, I9)", (what, change) => {
    expect(decideSettlement(order, { ...session, ...change }, expected)).toEqual({
      kind: "review",
      mismatches: [what],
    });
  });

  it("that is booked already changes nothing, whatever the order has become (I6)", () => {
    for (const state of orderStates)
      for (const stake of stakesOf[state])
        expect(
          decideSettlement({ ...order, state, stake, paidSessions: [session.id] }, session, expected),
        ).toEqual({ kind: "nothing", because: "done" });
  });

  it.each(orderStates)(
    "of an order that is %s never makes tickets where there is no place (I1, F22)",
    (state) => {
      for (const stake of stakesOf[state]) {
        const { kind } = decideSettlement({ ...order, state, stake }, session, expected);
        expect(kind).toBe(
          stake === "held" && state !== "manual_review"
            ? "fulfil"
            : ["expired", "cancelled", "payment_failed"].includes(state)
              ? "return_late"
              : "return_second",
        );
      }
    },
  );
});
