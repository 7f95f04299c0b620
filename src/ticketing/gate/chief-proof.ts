import { durations } from "#ticketing/limits.ts";

/** Before a chief's code in its QR, so that it is never taken for a ticket. */
export const chiefMark = "ESTIVAL-CHIEF:";

/** Whether a chief's code of this moment is good at another, in milliseconds by one clock. */
export function isChiefCodeFresh(shownAt: number, at: number): boolean {
  return Math.abs(at - shownAt) <= durations.chiefCode * 1000;
}
