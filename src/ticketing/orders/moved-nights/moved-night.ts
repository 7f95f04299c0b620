import { addDays, instantOf } from "#kernel/time.ts";
import { letInAt, type NightHours } from "#ticketing/events/enter-until.ts";
import { durations } from "#ticketing/limits.ts";
import {
  amountOfReturn,
  leavesNights,
  returnOfNight,
  type SeatOfNight,
} from "#ticketing/orders/refunds/night-return.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";

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
 * What may go back after a move, by who holds it: the buyer (`own`) or friends (`sent`). The money of `sent` is what
 * goes back besides, when the buyer asks for friends' tickets too: `joined` tickets of the buyer go back only with
 * those, because the unit is one price. `isShare`: seats stay for other nights, and only this night's share goes back.
 */
export function returnsAfterMove(seats: readonly SeatOfNight[]) {
  const returned = (withSent: boolean) => {
    const { ending, sharing } = returnOfNight(seats, staysWithHolder(withSent));
    return {
      seats: [...ending, ...sharing.map(({ seat }) => seat)],
      amount: amountOfReturn({ ending, sharing }),
      isShare: leavesNights({ sharing }),
    };
  };
  const [alone, all] = [returned(false), returned(true)];
  const own = ticketsOf(all.seats.filter(({ isBuyers }) => isBuyers));
  const sent = ticketsOf(all.seats.filter(({ isBuyers }) => !isBuyers));
  return {
    own: { ...own, joined: own.tickets - ticketsOf(alone.seats).tickets, amount: alone.amount },
    sent: { ...sent, amount: all.amount - alone.amount },
    isShare: all.isShare,
  };
}

/** How many these seats are: a unit counts once where its people share a code. */
const ticketsOf = (seats: readonly SeatOfNight[]) =>
  countTickets(
    seats,
    ({ places }) => places === 0,
    ({ tickets }) => Math.max(tickets, 1),
  );
