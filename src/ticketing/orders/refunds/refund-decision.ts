import type { OrderState, Stake } from "#ticketing/orders/order-state.ts";

/** The ledger's sums for one order, in bani. */
export type OrderMoney = {
  /** What was paid for the tickets, before anything went back. */
  readonly paidForTickets: number;
  /** The part of it that is still revenue. */
  readonly revenueLeft: number;
  /**
   * Money that we hold but owe to the customer: late, double or wrong payments, and failed refunds of void tickets.
   * Below 0 when more went back than was left, because a bank took some of it.
   */
  readonly creditLeft: number;
  /** The part of `creditLeft` that was paid for tickets. */
  readonly owedForTickets: number;
};

/** The stored reason of a refund that waits or failed because our balance at the provider is too small. */
export const shortBalance = "short_balance";

type NextState = { readonly state: OrderState; readonly stake: Stake };

/**
 * The next state of an order without valid tickets after a refund, or a failed refund. If the refund fails when the
 * tickets are void, an administrator has to look: their places may be sold, so they cannot simply become valid again.
 */
export function decideRefund(
  order: { readonly state: OrderState },
  money: OrderMoney,
): NextState | undefined {
  switch (order.state) {
    case "late_paid":
      return money.creditLeft <= 0 ? { state: "refunded_no_stock", stake: "none" } : undefined;
    case "manual_review":
      return money.creditLeft <= 0 && money.revenueLeft <= 0
        ? { state: "refunded", stake: "none" }
        : undefined;
    case "refunded":
      return money.owedForTickets > 0 ? { state: "manual_review", stake: "none" } : undefined;
  }
  return undefined;
}

/** A seat that stays valid, with what was paid for it (bani) and its nights. */
export type SeatInMoney = {
  readonly paid: number;
  readonly codes: readonly {
    /** Whether none of the seat's price was for this night: it was linked to the pass later. */
    readonly isFree: boolean;
    readonly isShareReturned: boolean;
    readonly isCancelled: boolean;
  }[];
};

/**
 * The state of a sold order, from its money and the seats that stay valid. Refunded when no seat is left, or when all
 * money is back although a night is left that was paid for: then it went back for all of them. Free seats stay valid
 * beside refunded ones, and free nights of a pass after those whose shares went back, but not if a lost dispute
 * (`isLost`) left no money.
 */
export function stateOfSeats(
  money: Pick<OrderMoney, "paidForTickets" | "revenueLeft">,
  seats: readonly SeatInMoney[],
  isLost = false,
): NextState {
  const endsWithMoney = ({ paid, codes }: SeatInMoney) =>
    paid > 0 && (isLost || codes.some((code) => !code.isFree && !code.isShareReturned));
  const admitsNowhere = ({ paid, codes }: SeatInMoney) =>
    paid > 0 && codes.every((code) => code.isShareReturned || code.isCancelled);
  const isAllBack = money.revenueLeft <= 0 && (seats.some(endsWithMoney) || seats.every(admitsNowhere));
  if (seats.length === 0 || isAllBack) return { state: "refunded", stake: "none" };
  return { state: money.revenueLeft < money.paidForTickets ? "partially_refunded" : "paid", stake: "sold" };
}
