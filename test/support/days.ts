import { setTimeout as pause } from "node:timers/promises";
import { addDays, type Day, dayOf, instantOf } from "#kernel/time.ts";

/**
 * The day so many days from today in Bucharest, asked anew at each call: a run may last over midnight. A test that says
 * only "past" or "to come" takes a distance of two days or more, which holds on both sides of midnight.
 */
export function inDays(days: number): Day {
  return addDays(dayOf(new Date()), days);
}

/**
 * For a test whose subject is today itself: in the last minutes of a day it waits for the next one, so that all of it
 * happens on one day. The limit of the test must be longer than `minutes`.
 */
export async function onOneDay(minutes = 1): Promise<void> {
  const left = instantOf(inDays(1), "00:00").getTime() - Date.now();
  if (left < minutes * 60_000) await pause(left + 10); // timers may be a moment early
}
