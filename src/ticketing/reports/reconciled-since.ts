import { addDays, dayOf, instantOf } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/** From when on the books are compared. Later refunds and disputes of older payments have their own dates. */
export function reconciledSince(now: Date): Date {
  return instantOf(addDays(dayOf(now), -durations.reconciledDays), "00:00");
}
