import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { OrderState } from "./order-state.ts";
import type { OrderMoney } from "./refund-decision.ts";

/**
 * What an administrator wants to give back: everything, or some tickets. Who gives everything back says yes to the
 * entries that were used already; none unless said.
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
  /** Entries that nobody has used, of the ticket with the fewest. */
  readonly unusedEntries: number;
  /** Entries that were used, of all its tickets together. */
  readonly usedEntries: number;
  readonly isUnderWay: boolean;
};

/** `amount` in bani; `tickets` is how many end with it. */
export type RefundPlan = {
  readonly kind: "whole" | "part";
  readonly amount: number;
  readonly tickets: number;
  /** Entries that were used of what ends. */
  readonly usedEntries: number;
};

export type NoRefund =
  | { readonly reason: "not_refundable" }
  | { readonly reason: "under_way" }
  | { readonly reason: "too_many"; readonly most: number }
  /** So many entries were used, and more than was said yes to. */
  | { readonly reason: "used"; readonly entries: number };

/** How many tickets of an order can be given back one by one: those nobody has entered on, and never the last. */
export function mostInPart(
  order: Pick<RefundableOrder, "quantity" | "returned" | "entries" | "unusedEntries">,
): number {
  const left = order.quantity - order.returned;
  return Math.max(0, Math.min(left - 1, Math.floor(order.unusedEntries / order.entries)));
}

/** What a wish comes to. Never more than is left of what was paid, whatever went back by other ways. */
export function planRefund(order: RefundableOrder, wish: RefundWish): Outcome<RefundPlan, NoRefund> {
  const isValid = order.state === "paid" || order.state === "partially_refunded";
  if (!isValid && order.state !== "manual_review") return refused({ reason: "not_refundable" });
  if (order.isUnderWay) return refused({ reason: "under_way" });
  const left = order.quantity - order.returned;
  if (wish.kind === "whole") {
    const amount = isValid ? order.money.revenueLeft : order.money.revenueLeft + order.money.creditLeft;
    // what was given away ends without money; nothing else is free
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
