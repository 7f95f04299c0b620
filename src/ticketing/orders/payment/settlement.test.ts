import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { openStates, orderStates, stakesOf } from "#ticketing/orders/order-state.ts";
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
  areNightsOver: false,
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
  paymentId: "pi_1",
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

  it("that is booked already changes nothing, in any state of the order (I6)", () => {
    for (const state of orderStates)
      for (const stake of stakesOf[state])
        expect(
          decideSettlement({ ...order, state, stake, paidSessions: [session.id] }, session, expected),
        ).toEqual({ kind: "nothing", because: "done" });
  });

  it.each(orderStates)(
    "of an order that is %s never makes tickets without free places (I1, F22)",
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

const read = (facts: Partial<OrderFacts>, shown: Partial<CardSession>, saysFailed = false) =>
  decideSettlement({ ...order, ...facts }, { ...session, ...shown }, { livemode: false, saysFailed });
const notPaid = { kind: "nothing", because: "not_paid" };
const pages = { held: [], checkout_open: [], payment_pending: [] };

describe("a session without money", () => {
  it("that is open changes nothing", () => {
    for (const state of orderStates)
      expect(read({ state }, { status: "open", paymentStatus: "unpaid" })).toEqual(notPaid);
  });

  it.each(orderStates)(
    "that was closed frees the places of an order that is %s only if it waits for money",
    (state) => {
      const shown = { status: "expired", paymentStatus: "unpaid" } as const;
      expect(read({ state }, shown)).toEqual(state in pages ? { kind: "release" } : notPaid);
      expect(read({ state, otherPagesOpen: true }, shown)).toEqual(notPaid);
    },
  );

  it.each(orderStates)("that is done begins the wait for it where the order is %s, once", (state) => {
    const held = (...states: string[]) => states.map((one) => ({ state: one, stake: "held" }));
    const steps: Record<string, object[]> = {
      held: held("checkout_open", "payment_pending"),
      checkout_open: held("payment_pending"),
      payment_pending: [],
    };
    const shown = { status: "complete", paymentStatus: "unpaid" } as const;
    const failed = { state: "payment_failed", stake: "none" };
    const of = steps[state];
    expect(read({ state }, shown)).toEqual(of && of.length > 0 ? { kind: "pending", steps: of } : notPaid);
    expect(read({ state }, shown, true)).toEqual(of ? { kind: "failed", steps: [...of, failed] } : notPaid);
  });
});

describe("money that comes", () => {
  const sold = { state: "paid", stake: "sold" };
  it("to an order that waits for it makes it paid", () => {
    for (const state of openStates) expect(read({ state }, {})).toEqual({ kind: "fulfil", steps: [sold] });
  });

  it("late makes tickets again where they still fit, and goes back where they do not", () => {
    for (const state of ["expired", "cancelled", "payment_failed"] as const) {
      expect(read({ state, stake: "none", fitsAgain: true }, {})).toEqual({
        kind: "fulfil",
        steps: [{ state: "late_paid", stake: "none" }, sold],
      });
      const late = { state: "late_paid", stake: "none" };
      expect(read({ state, stake: "none" }, {})).toEqual({ kind: "return_late", steps: [late] });
    }
  });

  it("a second time goes back before it is compared with anything", () => {
    for (const facts of [{ stake: "sold" }, { state: "refunded", stake: "none" }] as const)
      expect(read(facts, { amountTotal: 1 })).toEqual({ kind: "return_second" });
  });

  it("that agrees in nothing is told so in every point", () => {
    expect(
      read({}, { amountTotal: 1, currency: "eur", mode: "setup", clientReferenceId: null, livemode: true }),
    ).toEqual({
      kind: "review",
      mismatches: ["amount", "currency", "mode", "reference", "livemode"],
    });
  });
});
