import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { OrderMoney } from "./refund-decision.ts";

/**
 * What an administrator wants to refund: everything, or some tickets. For a refund of everything, `usedEntries` is how
 * many used entries the administrator has confirmed; none if absent.
 */
export type RefundWish =
  | { readonly kind: "whole"; readonly usedEntries?: number }
  | { readonly kind: "part"; readonly tickets: number };

export type RefundableOrder = {
  readonly state: OrderState;
  readonly quantity: number;
  readonly returned: number;
  readonly entries: number;
  readonly unitPrice: number;
  readonly money: OrderMoney;
  /** Unused entries of the ticket that has the fewest. */
  readonly unusedEntries: number;
  /** Used entries of all its tickets together. */
  readonly usedEntries: number;
  readonly isUnderWay: boolean;
};

/** `amount` in bani; `tickets` is how many end with it. */
export type RefundPlan = {
  readonly kind: "whole" | "part";
  readonly amount: number;
  readonly tickets: number;
  /** Used entries of the tickets that end. */
  readonly usedEntries: number;
};

export type NoRefund =
  | { readonly reason: "not_refundable" }
  | { readonly reason: "under_way" }
  | { readonly reason: "too_many"; readonly most: number }
  /** So many entries were used, more than the administrator has confirmed. */
  | { readonly reason: "used"; readonly entries: number };

/** The most tickets of an order that can be refunded one by one: those without a used entry, and never the last. */
export function mostInPart(
  order: Pick<RefundableOrder, "quantity" | "returned" | "entries" | "unusedEntries">,
): number {
  const left = order.quantity - order.returned;
  return Math.max(0, Math.min(left - 1, Math.floor(order.unusedEntries / order.entries)));
}

/**
 * The amount and tickets of a refund. Never more than is left of the paid money, also after refunds made at the
 * provider.
 */
export function planRefund(order: RefundableOrder, wish: RefundWish): Outcome<RefundPlan, NoRefund> {
  const isValid = order.state === "paid" || order.state === "partially_refunded";
  if (!isValid && order.state !== "manual_review") return refused({ reason: "not_refundable" });
  if (order.isUnderWay) return refused({ reason: "under_way" });
  const left = order.quantity - order.returned;
  if (wish.kind === "whole") {
    const amount = isValid ? order.money.revenueLeft : order.money.revenueLeft + order.money.creditLeft;
    // An invitation ends without money; every other refund has an amount.
    if (amount === 0 && order.unitPrice > 0) return refused({ reason: "not_refundable" });
    const { usedEntries } = order;
    if (usedEntries > (wish.usedEntries ?? 0)) return refused({ reason: "used", entries: usedEntries });
    return done({ kind: "whole", amount, tickets: left, usedEntries });
  }
  const most = isValid ? mostInPart(order) : 0;
  if (!Number.isSafeInteger(wish.tickets) || wish.tickets < 1 || wish.tickets > most)
    return refused({ reason: "too_many", most });
  const amount = order.unitPrice * wish.tickets;
  if (amount === 0 || amount >= order.money.revenueLeft) return refused({ reason: "not_refundable" });
  return done({ kind: "part", amount, tickets: wish.tickets, usedEntries: 0 });
}
