/** What a code does: so many percent off, so many bani off each ticket, or hidden types to buy (decision 41). */
export const voucherKinds = ["percent", "fixed", "unlock"] as const;
