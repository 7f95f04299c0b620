import type { OrderState, Stake } from "./order-state.ts";

/** What the ledger says of one order, in bani. */
export type OrderMoney = {
  /** Paid for its tickets, before anything went back. */
  readonly paidForTickets: number;
  /** What is still revenue. */
  readonly revenueLeft: number;
  /** What we hold and owe: late, double or wrong payments, and refunds of void tickets that failed. */
  readonly creditLeft: number;
  /** The part of it that once paid for the tickets. */
  readonly owedForTickets: number;
};

/**
 * What money that went back, or came back to us, does to an order. Returning a second payment leaves a paid order as
 * it is. A refund that fails after the tickets were void needs a person: they cannot become valid by themselves,
 * because their places may be sold.
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
    default:
      return undefined;
  }
}

/** How an order with valid tickets stands by its money alone: after a refund, or after a dispute that we won. */
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
