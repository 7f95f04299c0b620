import type { ValidSeat } from "#ticketing/orders/valid-seats.server.ts";

/** A valid seat that admits to a night that is cancelled or was moved. */
export type SeatOfNight = ValidSeat & {
  /** Bani of its price that are this night's, as they were frozen at issue. */
  readonly share: number;
  /** Entries of this night that were used. */
  readonly usedThatNight: number;
  /** Its codes for this night. */
  readonly codesOfNight: readonly string[];
  /** Whether the buyer has it: else it was sent to a friend, who did or did not send it on. */
  readonly isBuyers: boolean;
};

/** Those that admit to a night, by codes whose share did not go back. */
export function seatsForNight(
  seats: readonly ValidSeat[],
  { eventId, buyerId }: { readonly eventId: string; readonly buyerId: string },
): SeatOfNight[] {
  return seats.flatMap((seat) => {
    const codes = seat.codes.filter((code) => code.eventId === eventId && !code.isShareReturned);
    if (codes.length === 0) return [];
    return {
      ...seat,
      share: codes.reduce((sum, { share }) => sum + share, 0),
      usedThatNight: codes.reduce((sum, { usedEntries }) => sum + usedEntries, 0),
      codesOfNight: codes.map(({ id }) => id),
      isBuyers: codes.every(({ userId }) => userId === buyerId),
    };
  });
}

export type NightReturn = {
  /** Seats for this night alone: they end, and all that was paid for them goes back. */
  readonly ending: readonly SeatOfNight[];
  /** Seats that are for other nights too: they stay, and this night's share of their price goes back. */
  readonly sharing: readonly { readonly seat: SeatOfNight; readonly amount: number }[];
};

/**
 * What a night gives back of an order. Of a unit that lets several people in, none or all seats
 * end: one that is kept keeps the others.
 */
export function returnOfNight(
  seats: readonly SeatOfNight[],
  isKept: (seat: SeatOfNight) => boolean,
): NightReturn {
  const unit = ({ id, lineNo, unitNo }: SeatOfNight) => (unitNo === null ? id : `${lineNo} ${unitNo}`);
  const kept = new Set(seats.filter(isKept).map(unit));
  const returned = seats.filter((seat) => !kept.has(unit(seat)));
  return {
    ending: returned.filter(({ eventIds }) => eventIds.length === 1),
    sharing: returned
      .filter(({ eventIds }) => eventIds.length > 1)
      .map((seat) => ({ seat, amount: Math.min(seat.share, seat.price) }))
      .filter(({ amount }) => amount > 0),
  };
}

/** All of it, in bani. */
export const amountOfReturn = ({ ending, sharing }: NightReturn) =>
  ending.reduce((sum, { price }) => sum + price, 0) + sharing.reduce((sum, { amount }) => sum + amount, 0);
