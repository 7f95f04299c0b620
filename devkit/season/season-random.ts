import type { Uuid } from "#kernel/id.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random values that are the same in every run (mulberry32), so that tests know the sample season. */
export function seasonRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from `least` to `most`, both included. */
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[between(0, from.length - 1)];
    if (found === undefined) throw new RangeError("nothing to pick from");
    return found;
  };
  const hex = (digits: number) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join("");
  return {
    next,
    between,
    pick,
    /** One of the keys, as often as its weight says. */
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][];
      let remainingWeight = next() * entries.reduce((all, [, weight]) => all + weight, 0);
      for (const [key, weight] of entries) {
        remainingWeight -= weight;
        if (remainingWeight < 0) return key;
      }
      return pick(entries)[0];
    },
    letters: (length: number) =>
      Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(""),
    /** A UUIDv7 of this instant. */
    id(at: Date): Uuid {
      const time = at.getTime().toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}` as Uuid;
    },
  };
}

export type SeasonRandom = ReturnType<typeof seasonRandom>;
