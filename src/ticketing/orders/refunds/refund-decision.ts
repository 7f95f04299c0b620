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

/** The stored reason of a refund that waits, or failed, because our balance at the provider is too small. */
export const shortBalance = "short_balance";

type Next = { readonly state: OrderState; readonly stake: Stake };

/**
 * The next state of an order without valid tickets after a refund, or after a failed refund. A refund that fails after
 * the tickets were void needs an administrator: the tickets cannot become valid again without a check, because their
 * places may be sold.
 */
export function decideRefund(order: { readonly state: OrderState }, money: OrderMoney): Next | undefined {
  switch (order.state) {
    case "late_paid":
      return money.creditLeft === 0 ? { state: "refunded_no_stock", stake: "none" } : undefined;
    case "manual_review":
      return money.creditLeft === 0 && money.revenueLeft === 0
        ? { state: "refunded", stake: "none" }
        : undefined;
    case "refunded":
      return money.owedForTickets > 0 ? { state: "manual_review", stake: "none" } : undefined;
  }
  return undefined;
}

/**
 * The state of a sold order by its money and by the seats that stay valid, each with what was paid for it: refunded when
 * none is left, or when all the money is back while a seat that cost something is left, because it went back for all of
 * them. Free seats stay valid beside seats that were refunded.
 */
export function stateOfSeats(
  money: Pick<OrderMoney, "paidForTickets" | "revenueLeft">,
  seats: readonly { readonly paid: number }[],
): Next {
  const isAllBack = money.revenueLeft === 0 && seats.some(({ paid }) => paid > 0);
  if (seats.length === 0 || isAllBack) return { state: "refunded", stake: "none" };
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
