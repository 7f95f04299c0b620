import { addDays, type Day, instantOf, type WallTime } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * The time in which a ticket may be used: from the first minute of its day, and at least `ticketBeforeNight` before the
 * beginning, to `ticketAfterBeginning` after it; on a night without a time, from its midnight to noon of the next day.
 * It is wide on purpose: it refuses a ticket on another day, not a customer who is early or late. Seconds since 1970.
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

/**
 * The moment from which a type that admits until an hour of the night admits no more: that hour in the day that begins
 * `ticketBeforeNight` before the beginning, so that "01:00" is after midnight; on a night without a time, in the day that
 * begins at its noon. Seconds since 1970.
 */
export function lastEntry(day: Day, time: WallTime | null, enterUntil: WallTime): number {
  const from =
    time === null
      ? seconds(instantOf(day, "12:00"))
      : seconds(instantOf(day, time.slice(0, 5))) - durations.ticketBeforeNight;
  const hours = [-1, 0, 1].map((days) => seconds(instantOf(addDays(day, days), enterUntil.slice(0, 5))));
  return hours.find((at) => at >= from) ?? from;
}

/** Whether this moment is inside a ticket's window. */
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
