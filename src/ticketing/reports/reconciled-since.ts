import { addDays, dayOf, instantOf } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * From when on the books are compared. Refunds and disputes of the last weeks also change older payments; they are
 * found by their own dates.
 */
export function reconciledSince(now: Date): Date {
  return instantOf(addDays(dayOf(now), -durations.reconciledDays), "00:00");
}
