import { setTimeout as pause } from "node:timers/promises";

/** The moment at which a call may go out to the card provider, by `callClock`. */
export type Turn = number;

/** Milliseconds since 1970 by the clock of this process, which never jumps. Only turns go by it. */
export const callClock = () => performance.timeOrigin + performance.now();

/**
 * Between two turns of one kind. A little more than the rate says: with it a call may be late for its turn without
 * meeting too many others.
 */
export const gapSeconds = (rate: number) => 1.025 / rate;

/**
 * What a call may be late for its turn, in milliseconds: so much that no second has more than one call beyond the rate,
 * with as much left for how long each is on its way.
 */
export const mayBeLate = (rate: number) => 500 * (gapSeconds(rate) + 0.02);

/** On a machine that is always late, waiting for a punctual moment would be waiting for ever. */
const turnsAtMost = 10;

/**
 * Resolves at its turn. Who was held up and missed it takes another one: what has gathered meanwhile must not go out all
 * at once.
 */
export async function awaitTurn(
  turn: Turn,
  { rate, takeAnother }: { readonly rate: number; readonly takeAnother: () => Promise<Turn> },
): Promise<void> {
  let at = turn;
  for (let taken = 1; ; taken += 1) {
    const wait = at - callClock();
    if (wait > 0) await pause(wait);
    if (callClock() - at <= mayBeLate(rate) || taken >= turnsAtMost) return;
    at = await takeAnother();
  }
}
