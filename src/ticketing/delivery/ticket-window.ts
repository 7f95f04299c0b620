import { addDays, type Day, instantOf, type WallTime } from "#kernel/time.ts";

const hour = 3600;

/**
 * When a ticket may be used: from the first minute of its day, and at least 12 hours before the beginning, to 24
 * hours after it; on a night without a time, from its midnight to noon of the next day. Wide on purpose: it keeps a ticket out on another day, not out of the queue.
 * Seconds since 1970.
 */
export function ticketWindow(day: Day, time: WallTime | null): { notBefore: number; notAfter: number } {
  if (time === null)
    return {
      notBefore: seconds(instantOf(day, "00:00")),
      notAfter: seconds(instantOf(addDays(day, 1), "12:00")),
    };
  const begins = seconds(instantOf(day, time.slice(0, 5)));
  return {
    notBefore: Math.min(begins - 12 * hour, seconds(instantOf(day, "00:00"))),
    notAfter: begins + 24 * hour,
  };
}

/** Whether this moment lies in a ticket's window. */
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
