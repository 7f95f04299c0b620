import { addDays, instantOf } from "#kernel/time.ts";
import { letInAt, type NightHours } from "#ticketing/events/enter-until.ts";
import { durations } from "#ticketing/limits.ts";
import type { SeatOfNight } from "#ticketing/orders/refunds/night-return.ts";

/**
 * Until when tickets of a moved night may be given back: some time before the night begins, but long enough after the
 * email, and at the latest when the doors open. `letterAt` and the result are seconds since 1970.
 */
export function choiceUntil(night: NightHours, letterAt: number): number {
  const { date, doors, time } = night;
  const begins = time ?? doors;
  const at = begins ? instantOf(date, begins.slice(0, 5)) : instantOf(addDays(date, 1), "00:00");
  const preferredEnd = Math.floor(at.getTime() / 1000) - durations.choiceBeforeNight;
  return Math.min(letInAt(night), Math.max(preferredEnd, letterAt + durations.choiceAfterLetter));
}

/**
 * Whether a seat of a moved night stays whatever the buyer chooses: somebody has used it, or a friend holds it and
 * the buyer does not ask for friends' tickets (`withSent`).
 */
export const staysWithHolder =
  (withSent: boolean) =>
  ({ usedThatNight, isBuyers }: SeatOfNight): boolean =>
    usedThatNight > 0 || !(withSent || isBuyers);
