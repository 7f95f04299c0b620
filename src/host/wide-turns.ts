import { createTurns } from "#kernel/turns.ts";
import { limits } from "#ticketing/limits.ts";

/** An account, or the networks of an address, the narrowest first. */
export type TurnKeys = readonly string[];

/** Turns of the first key. Who has one waits for one of the wider network too, which has a few times as many. */
export function createWideTurns(mostWaiting: number, atOnce = 1) {
  const times = limits.dearBudgetsOfWiderNetwork;
  const own = createTurns(mostWaiting, atOnce);
  const wider = createTurns(times * mostWaiting, times * atOnce);
  return {
    async take<Made>([key = "", widerKey = key]: TurnKeys, make: () => Promise<Made>) {
      const turn = await own.take(key, () => wider.take(widerKey, make));
      return turn === "too_many" ? turn : turn.result;
    },
  };
}
