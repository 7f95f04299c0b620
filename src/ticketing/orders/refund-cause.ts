/** Why an administrator gives money back; the sentence is the screen's. */
export const refundCauses = ["customer_request", "event_changed", "mistake", "goodwill"] as const;

export type RefundCause = (typeof refundCauses)[number];
