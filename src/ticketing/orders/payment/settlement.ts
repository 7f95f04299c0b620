import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { isOrderOpen, type OrderState, type Stake } from "#ticketing/orders/order-state.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";

/** What settling needs to know about an order, read under its lock. */
export type OrderFacts = Pick<LockedOrder, "id" | "state" | "stake" | "total" | "currency" | "isHoldOver"> & {
  /** Card sessions whose money is booked already. */
  readonly paidSessions: readonly string[];
  /** Whether other card pages of this order may still be paid. */
  readonly otherPagesOpen: boolean;
  /** For an ended order: whether its places are free again and the offer is still the same. */
  readonly fitsAgain: boolean;
  /** Whether all its nights are over, so that it admits to nothing any more. */
  readonly areNightsOver: boolean;
};

export type Mismatch = "amount" | "currency" | "mode" | "reference" | "livemode";

type Step = { readonly state: OrderState; readonly stake: Stake };

export type Settlement =
  /** Nothing to do: it is not paid yet, or was settled before. */
  | { readonly kind: "nothing"; readonly because: "not_paid" | "done" }
  /** Issue the tickets. `steps` are the states that the order passes through. */
  | { readonly kind: "fulfil"; readonly steps: readonly Step[] }
  /** The customer has completed the page; the money is on its way. */
  | { readonly kind: "pending"; readonly steps: readonly Step[] }
  | { readonly kind: "failed"; readonly steps: readonly Step[] }
  /** The page was closed without money; the places become free. */
  | { readonly kind: "release" }
  /** The money came when the places, the offer or the nights were gone; it goes back. */
  | { readonly kind: "return_late"; readonly steps: readonly Step[] }
  /** Money came a second time. It goes back; the order does not change. */
  | { readonly kind: "return_second" }
  /** The payment does not match the order. No tickets are issued; an administrator has to look. */
  | { readonly kind: "review"; readonly mismatches: readonly Mismatch[] };

/**
 * Decides what follows from a card session in its present state; the same for every caller and number of calls.
 * `saysFailed`: a webhook event reported a failed delayed payment, which the session itself does not show.
 */
export function decideSettlement(
  order: OrderFacts,
  session: CardSession,
  expected: { livemode: boolean; saysFailed: boolean },
): Settlement {
  if (order.paidSessions.includes(session.id)) return { kind: "nothing", because: "done" };

  if (session.status === "open") return { kind: "nothing", because: "not_paid" };
  if (session.status === "expired") {
    if (!isOrderOpen(order.state) || order.otherPagesOpen) return { kind: "nothing", because: "not_paid" };
    return { kind: "release" };
  }
  if (session.paymentStatus === "unpaid") {
    if (!isOrderOpen(order.state)) return { kind: "nothing", because: "not_paid" };
    // The report of the failure may come before the report of the beginning, and it is never repeated.
    const steps = stepsToPending(order.state);
    if (expected.saysFailed)
      return { kind: "failed", steps: [...steps, { state: "payment_failed", stake: "none" }] };
    return steps.length > 0 ? { kind: "pending", steps } : { kind: "nothing", because: "not_paid" };
  }

  if (
    order.stake === "sold" ||
    ["manual_review", "refunded", "charged_back", "refunded_no_stock", "late_paid"].includes(order.state)
  ) {
    return { kind: "return_second" };
  }

  const mismatches = mismatchesOf(order, session, expected.livemode);
  if (mismatches.length > 0) return { kind: "review", mismatches };
  const late: Step = { state: "late_paid", stake: "none" };
  if (isOrderOpen(order.state)) {
    if (!order.areNightsOver) return { kind: "fulfil", steps: [{ state: "paid", stake: "sold" }] };
    const ended = order.state === "payment_pending" ? "payment_failed" : "expired";
    return { kind: "return_late", steps: [{ state: ended, stake: "none" }, late] };
  }
  // The order expired, was cancelled or failed before the money came.
  if (order.fitsAgain) return { kind: "fulfil", steps: [late, { state: "paid", stake: "sold" }] };
  return { kind: "return_late", steps: [late] };
}

function stepsToPending(state: OrderState): Step[] {
  const path = ["checkout_open", "payment_pending"] as const;
  const from = state === "payment_pending" ? 2 : state === "checkout_open" ? 1 : 0;
  return path.slice(from).map((next) => ({ state: next, stake: "held" }));
}

function mismatchesOf(order: OrderFacts, session: CardSession, livemode: boolean): Mismatch[] {
  const found: Mismatch[] = [];
  if (session.amountTotal !== order.total) found.push("amount");
  if (session.currency !== order.currency) found.push("currency");
  if (session.mode !== "payment") found.push("mode");
  if (session.clientReferenceId !== order.id) found.push("reference");
  if (session.livemode !== livemode) found.push("livemode");
  return found;
}
