import { durations } from "#ticketing/limits.ts";

/** Whether a chief's code of this moment is good at another, in milliseconds by one clock. */
export function isChiefCodeFresh(shownAt: number, at: number): boolean {
  return Math.abs(at - shownAt) <= durations.chiefCode * 1000;
}
