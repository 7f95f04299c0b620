/** The team's reason for a refund; the screen has a sentence for each. */
export const refundCauses = ["customer_request", "event_changed", "mistake", "goodwill"] as const;

export type RefundCause = (typeof refundCauses)[number];
