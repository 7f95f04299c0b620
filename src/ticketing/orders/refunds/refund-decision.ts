import type { OrderState, Stake } from "#ticketing/orders/order-state.ts";

/** The ledger's sums for one order, in bani. */
export type OrderMoney = {
  /** Paid for its tickets, before anything went back. */
  readonly paidForTickets: number;
  /** The part that is still revenue. */
  readonly revenueLeft: number;
  /** Money that we hold and owe: late, double or wrong payments, and failed refunds of void tickets. */
  readonly creditLeft: number;
  /** The part of it that was paid for the tickets. */
  readonly owedForTickets: number;
};

/**
 * The next state of an order after a refund, or after a failed refund. Returning a second payment does not change a
 * paid order. A refund that fails after the tickets were void needs an administrator: the tickets cannot become valid
 * again without a check, because their places may be sold.
 */
export function decideRefund(
  order: { readonly state: OrderState },
  money: OrderMoney,
): { readonly state: OrderState; readonly stake: Stake } | undefined {
  switch (order.state) {
    case "late_paid":
      return money.creditLeft === 0 ? { state: "refunded_no_stock", stake: "none" } : undefined;
    case "manual_review":
      return money.creditLeft === 0 && money.revenueLeft === 0
        ? { state: "refunded", stake: "none" }
        : undefined;
    case "refunded":
      return money.owedForTickets > 0 ? { state: "manual_review", stake: "none" } : undefined;
    case "paid":
    case "partially_refunded": {
      const next = stateOfMoney(money);
      return next && next.state !== order.state ? next : undefined;
    }
  }
  return undefined;
}

/** The state of an order with valid tickets by its money alone: after a refund, or after a won dispute. */
export function stateOfMoney(
  money: OrderMoney,
): { readonly state: OrderState; readonly stake: Stake } | undefined {
  if (money.paidForTickets === 0) return undefined;
  if (money.revenueLeft === 0) return { state: "refunded", stake: "none" };
  return { state: money.revenueLeft < money.paidForTickets ? "partially_refunded" : "paid", stake: "sold" };
}

/** The account that a refund of this payment is booked against. */
export function accountOfRefund(
  payment: "revenue" | "customer_credit",
  order: { readonly stake: Stake },
  money: OrderMoney,
): "revenue" | "customer_credit" {
  if (payment === "customer_credit") return "customer_credit";
  return order.stake === "sold" || money.revenueLeft > 0 ? "revenue" : "customer_credit";
}
