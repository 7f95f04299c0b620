import { addDays, instantOf } from "#kernel/time.ts";
import { letInAt, type NightHours } from "#ticketing/events/enter-until.ts";
import { durations } from "#ticketing/limits.ts";
import {
  amountOfReturn,
  leavesNights,
  returnOfNight,
  type SeatOfNight,
} from "#ticketing/orders/refunds/night-return.ts";

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

/**
 * What the buyer may give back after a move, in tickets and bani: `own`, and `sent` that friends hold. `isShare`: seats
 * stay for other nights, and only this night's share goes back.
 */
export function returnsAfterMove(seats: readonly SeatOfNight[]) {
  const returned = (withSent: boolean) => {
    const { ending, sharing } = returnOfNight(seats, staysWithHolder(withSent));
    return {
      // a unit counts once where its people share a code, and an add-on not at all
      tickets: [...ending, ...sharing.map(({ seat }) => seat)].reduce(
        (n, { places, tickets }) => n + (places > 0 ? Math.max(tickets, 1) : 0),
        0,
      ),
      amount: amountOfReturn({ ending, sharing }),
      isShare: leavesNights({ sharing }),
    };
  };
  const [own, all] = [returned(false), returned(true)];
  return {
    own: { tickets: own.tickets, amount: own.amount },
    sent: { tickets: all.tickets - own.tickets, amount: all.amount - own.amount },
    isShare: all.isShare,
  };
}
