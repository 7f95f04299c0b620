import { networksOf } from "./network-address.ts";

/** A limit of calls for each key and minute. It is counted in memory, so it is exact within one process only. */
export type MinuteLimit = {
  /** Returns 0 and counts the call if it may pass; else the seconds to wait. `times`: so many times the limit. */
  waitFor(key: string, times?: number): number;
  /** Takes back the key's last call, or a part of it. */
  giveBack(key: string, part?: number): void;
};

type Minute = { readonly ends: number; used: number };

const minute = 60_000;

/**
 * A limit of `mostPerMinute` calls per key. A key's minute begins with its first call. Old minutes are dropped all
 * together, without timer or loop: in a rush every buyer is a new key, and the garbage collector works for each one
 * kept.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createMinuteLimit(
  mostPerMinute: number,
  now: () => number = () => performance.now(),
): MinuteLimit {
  let recent = new Map<string, Minute>();
  // minutes that began before the last swap; at the next swap all of them are over
  let older = new Map<string, Minute>();
  let swappedAt = now();
  const minuteOf = (key: string) => recent.get(key) ?? older.get(key);
  return {
    giveBack(key, part = 1) {
      const current = minuteOf(key);
      if (current) current.used = Math.max(0, current.used - part);
    },
    waitFor(key, times = 1) {
      const at = now();
      if (at - swappedAt >= minute) {
        older = at - swappedAt >= 2 * minute ? new Map() : recent;
        recent = new Map();
        swappedAt = at;
      }
      let current = minuteOf(key);
      if (!current || current.ends <= at) {
        current = { ends: at + minute, used: 0 };
        // a copy: the end of a header, cut off, keeps the whole header in memory
        recent.set([...key].join(""), current);
      }
      if (current.used >= mostPerMinute * times) return Math.ceil((current.ends - at) / 1000);
      current.used += 1;
      return 0;
    },
  };
}

/** As `createMinuteLimit`, by network address: each of its networks has a budget, of at most `mostTimes` the limit. */
export function createNetworkLimit(
  mostPerMinute: number,
  now?: () => number,
  mostTimes = Number.POSITIVE_INFINITY,
): MinuteLimit {
  const limit = createMinuteLimit(mostPerMinute, now);
  return {
    waitFor: (address) =>
      networksOf(address).reduce(
        (wait, { key, times }) => wait || limit.waitFor(key, Math.min(times, mostTimes)),
        0,
      ),
    giveBack(address, part) {
      for (const { key } of networksOf(address)) limit.giveBack(key, part);
    },
  };
}
