/**
 * The life of an order: which states may follow which. The trigger `orders_follow_the_table` (migrations/rules.sql)
 * refuses every other change; a test compares the two.
 * The specification's `order_status` and `payment_status` are derived: completed = fulfilled, paid = paid.
 */
export const orderTransitions = {
  held: ["checkout_open", "paid", "expired", "cancelled", "manual_review"],
  checkout_open: ["paid", "payment_pending", "expired", "cancelled", "manual_review"],
  payment_pending: ["paid", "payment_failed", "manual_review"],
  paid: ["partially_refunded", "refunded", "disputed"],
  // Back to paid if the provider reports later that the refund failed.
  partially_refunded: ["partially_refunded", "refunded", "disputed", "paid"],
  disputed: ["paid", "partially_refunded", "refunded", "charged_back"],
  expired: ["late_paid", "manual_review"],
  cancelled: ["late_paid", "manual_review"],
  payment_failed: ["late_paid", "manual_review"],
  late_paid: ["paid", "refunded_no_stock"],
  manual_review: ["paid", "refunded"],
  // The refund failed later and the money is with us again (F24): an administrator has to look.
  refunded: ["manual_review"],
  charged_back: [],
  refunded_no_stock: [],
} as const satisfies Record<string, readonly string[]>;

export type OrderState = keyof typeof orderTransitions;

export const orderStates = Object.keys(orderTransitions) as OrderState[];

/** What an order takes of the counters: places held, places sold, or nothing. */
export type Stake = "held" | "sold" | "none";

/** The stakes that each state allows; a CHECK in the database has the same pairs. */
export const stakesOf: Record<OrderState, readonly Stake[]> = {
  held: ["held"],
  checkout_open: ["held"],
  payment_pending: ["held"],
  paid: ["sold"],
  partially_refunded: ["sold"],
  disputed: ["sold"],
  // A wrong amount may arrive while the places are held, or after they were freed.
  manual_review: ["held", "none"],
  expired: ["none"],
  cancelled: ["none"],
  payment_failed: ["none"],
  late_paid: ["none"],
  refunded: ["none"],
  charged_back: ["none"],
  refunded_no_stock: ["none"],
};

/** States in which the customer can still pay; a customer has at most one such order per event. */
export const openStates = [
  "held",
  "checkout_open",
  "payment_pending",
] as const satisfies readonly OrderState[];

/** States of unpaid orders: they hold places, or held them earlier. */
export const unpaidStates = [
  ...openStates,
  "expired",
  "cancelled",
  "payment_failed",
] as const satisfies readonly OrderState[];

/** States in which money is on its way, or an administrator has to look. */
export const reviewStates = [
  "payment_pending",
  "late_paid",
  "manual_review",
  "disputed",
] as const satisfies readonly OrderState[];

export function isOrderOpen(state: OrderState): boolean {
  return (openStates as readonly OrderState[]).includes(state);
}

export function mayBecome(from: OrderState, to: OrderState): boolean {
  return (orderTransitions[from] as readonly OrderState[]).includes(to);
}
