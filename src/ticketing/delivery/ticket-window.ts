import { addDays, type Day, dayOf, instantOf, type WallTime } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * When a ticket may be used, in seconds since 1970: from the first minute of its day (at least `ticketBeforeNight`
 * before the beginning) to `ticketAfterBeginning` after it. Without a time: from midnight to noon of the next day. It
 * is wide on purpose: it refuses a ticket on another day, not a customer who is early or late.
 */
export function ticketWindow(day: Day, time: WallTime | null): { notBefore: number; notAfter: number } {
  if (time === null)
    return {
      notBefore: seconds(instantOf(day, "00:00")),
      notAfter: seconds(instantOf(addDays(day, 1), "12:00")),
    };
  const begins = seconds(instantOf(day, time.slice(0, 5)));
  return {
    notBefore: Math.min(begins - durations.ticketBeforeNight, seconds(instantOf(day, "00:00"))),
    notAfter: begins + durations.ticketAfterBeginning,
  };
}

export function dayOfWindow({ notBefore }: { readonly notBefore: number }): Day {
  return dayOf(new Date((notBefore + durations.ticketBeforeNight) * 1000));
}

/** Whether a moment is before, inside or after a ticket's window. */
export function placeInWindow(
  window: { notBefore: number; notAfter: number },
  now: Date,
): "early" | "now" | "late" {
  const at = now.getTime() / 1000;
  if (at < window.notBefore) return "early";
  return at > window.notAfter ? "late" : "now";
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
