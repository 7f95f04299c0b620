import { setTimeout as pause } from "node:timers/promises";
import { leaveTurn } from "#kernel/turn-of-request.server.ts";

/** When a call may go out to the card provider, in milliseconds of `performance.now()`. */
export type Turn = number;

export const turnIn = (seconds: number): Turn => performance.now() + seconds * 1000;

export async function waitFor(turn: Turn): Promise<void> {
  leaveTurn();
  await pause(Math.max(0, turn - performance.now()));
}
