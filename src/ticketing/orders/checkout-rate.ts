import { limits } from "#ticketing/limits.ts";

/**
 * Counts one session's checkouts over the last minute, in memory: a limit of courtesy, exact within one process. The
 * map forgets who was quiet, so it stays as small as the number of people at the till.
 */
export function createCheckoutRate(now: () => number) {
  const recent = new Map<string, number[]>();
  let swept = now();
  return {
    /** Seconds to wait, or 0 when this one may pass (and is counted). */
    waitFor(session: string): number {
      const at = now();
      if (at - swept > 60_000) {
        swept = at;
        for (const [key, times] of recent) if ((times.at(-1) ?? 0) <= at - 60_000) recent.delete(key);
      }
      const times = (recent.get(session) ?? []).filter((time) => time > at - 60_000);
      if (times.length >= limits.checkoutsPerAccountAndMinute)
        return Math.ceil(((times[0] ?? at) + 60_000 - at) / 1000);
      times.push(at);
      recent.set(session, times);
      return 0;
    },
  };
}

export type CheckoutRate = ReturnType<typeof createCheckoutRate>;
