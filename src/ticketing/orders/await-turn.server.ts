import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "./provider-turn.server.ts";

/**
 * What a call may be late for its turn, in milliseconds. With turns a 24th of a second apart, calls that are up to this
 * late are still no more than 25 in any second, with some room for how long each is on its way.
 */
const mayBeLate = 25;
/** On a machine that is always late, waiting for a punctual moment would be waiting for ever. */
const turnsAtMost = 4;

/**
 * Resolves at its turn. Who was held up and missed it takes another one: what has gathered meanwhile must not go out all
 * at once.
 */
export async function awaitTurn(turn: Turn, takeAnother: () => Promise<Turn>): Promise<void> {
  let at = turn;
  for (let taken = 1; ; taken += 1) {
    const wait = at - Date.now();
    if (wait > 0) await pause(wait);
    if (Date.now() - at <= mayBeLate || taken >= turnsAtMost) return;
    at = await takeAnother();
  }
}
