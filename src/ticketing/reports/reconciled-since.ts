import { addDays, dayOf, instantOf } from "#kernel/time.ts";

/**
 * How far back the two books are compared: refunds and disputes of the last weeks change what is older too, and are
 * found by their own dates.
 */
const days = 35;

export function reconciledSince(now: Date): Date {
  return instantOf(addDays(dayOf(now), -days), "00:00");
}
