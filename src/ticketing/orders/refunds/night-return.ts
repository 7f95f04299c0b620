import type { ValidSeat } from "#ticketing/orders/valid-seats.server.ts";

/** A valid seat of an order for a night that is cancelled or was moved. */
export type SeatOfNight = ValidSeat & {
  /** What goes back of the seat's price for this night, in bani. */
  readonly share: number;
  /** How many entries of this night were used. */
  readonly usedThatNight: number;
  /** The ids of the seat's tickets for this night. */
  readonly codesOfNight: readonly string[];
  /** Whether the seat still admits to another night. */
  readonly admitsElsewhere: boolean;
  /** Whether the buyer holds the seat. Otherwise a friend received it, and may have sent it on. */
  readonly isBuyers: boolean;
};

/** The seats that admit to the night, by tickets whose share did not go back. */
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
      admitsElsewhere: seat.codes.some(
        (code) => code.eventId !== eventId && !code.isShareReturned && !code.isCancelled && !code.isOver,
      ),
      isBuyers: codes.every(({ userId }) => userId === buyerId),
    };
  });
}

export type NightReturn = {
  /** Seats that stay valid, without money. */
  readonly kept: readonly SeatOfNight[];
  /** Seats for this night only. They end, and their whole price goes back. */
  readonly ending: readonly SeatOfNight[];
  /** Seats that are for other nights too. They stay valid, and this night's share of their price goes back. */
  readonly sharing: readonly { readonly seat: SeatOfNight; readonly amount: number }[];
};

/** What a night gives back of an order. A unit that admits several people ends with all its seats or not at all. */
export function returnOfNight(
  seats: readonly SeatOfNight[],
  isKept: (seat: SeatOfNight) => boolean,
): NightReturn {
  const unitKey = ({ id, lineNo, unitNo }: SeatOfNight) => (unitNo === null ? id : `${lineNo} ${unitNo}`);
  const keptUnits = new Set(seats.filter(isKept).map(unitKey));
  const returned = seats.filter((seat) => !keptUnits.has(unitKey(seat)));
  return {
    kept: seats.filter((seat) => keptUnits.has(unitKey(seat))),
    ending: returned.filter(({ eventIds }) => eventIds.length === 1),
    sharing: returned
      .filter(({ eventIds }) => eventIds.length > 1)
      .map((seat) => ({ seat, amount: Math.min(seat.share, seat.price) }))
      .filter(({ amount }) => amount > 0),
  };
}

/** Whether of a pass that gives a night back other nights are left, so that its people may read that they stay. */
export const leavesNights = ({ sharing }: Pick<NightReturn, "sharing">) =>
  sharing.some(({ seat }) => seat.admitsElsewhere);

/** The bani of all seats and shares together. */
export const amountOfReturn = ({ ending, sharing }: Pick<NightReturn, "ending" | "sharing">) =>
  ending.reduce((sum, { price }) => sum + price, 0) + sharing.reduce((sum, { amount }) => sum + amount, 0);
