import type { OrderState } from "./order-state.ts";

export const paymentStates = [
  "paid",
  "partial",
  "lost_in_part",
  "refunded",
  "review",
  "disputed",
  "lost",
  "invitation",
] as const;
/** `lost`: a bank took the money back, `lost_in_part` some of it. A dispute that was won leaves the payment as it was. */
export type PaymentState = (typeof paymentStates)[number];

/** The payment that an order shows in these states; in others it is paid, or was an invitation. */
export const paymentOfState: Partial<Record<OrderState, PaymentState>> = {
  refunded: "refunded",
  refunded_no_stock: "refunded",
  partially_refunded: "partial",
  disputed: "disputed",
  charged_back: "lost",
  manual_review: "review",
  payment_pending: "review",
  late_paid: "review",
};

/**
 * What became of an order's money, for lists and pages of the office and of the buyer; `isGiven`: free tickets without
 * a voucher. A free order is never refunded.
 */
export function paymentStateOf(
  { state, total, taken }: { readonly state: OrderState; readonly total: number; readonly taken: number },
  isGiven = false,
): PaymentState {
  const payment = paymentOfState[state];
  if (payment === "partial" && taken > 0) return "lost_in_part";
  return (payment === "refunded" && total === 0 ? undefined : payment) ?? (isGiven ? "invitation" : "paid");
}
