/** So many times in a minute for each key, counted in memory: a limit of courtesy, exact within one process. */
export type MinuteLimit = {
  /** Seconds to wait, or 0 when this one may pass (and is counted). */
  waitFor(key: string): number;
};

type Minute = { readonly ends: number; used: number };

const minute = 60_000;

/**
 * A key's minute begins with its first use. Minutes are forgotten by the generation, without a timer or a visit to
 * each: in a rush every buyer is a new key, and whatever is kept for a key is what the collector has to carry.
 *
 * @param now milliseconds of a clock that is never set back
 */
export function createMinuteLimit(
  mostPerMinute: number,
  now: () => number = () => performance.now(),
): MinuteLimit {
  let recent = new Map<string, Minute>();
  // what began before the last turn; at the next turn all of it is over
  let older = new Map<string, Minute>();
  let turned = now();
  return {
    waitFor(key) {
      const at = now();
      if (at - turned >= minute) {
        older = at - turned >= 2 * minute ? new Map() : recent;
        recent = new Map();
        turned = at;
      }
      let current = recent.get(key) ?? older.get(key);
      if (!current || current.ends <= at) {
        current = { ends: at + minute, used: 0 };
        recent.set(key, current);
      }
      if (current.used >= mostPerMinute) return Math.ceil((current.ends - at) / 1000);
      current.used += 1;
      return 0;
    },
  };
}
