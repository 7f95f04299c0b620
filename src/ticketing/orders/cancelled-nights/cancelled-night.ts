import type { ValidSeat } from "#ticketing/orders/valid-seats.server.ts";

/** What happens to tickets of a cancelled night with which somebody had come in: refunded like the others, or kept. */
export const usedTicketChoices = ["refunded", "kept"] as const;
export type UsedTickets = (typeof usedTicketChoices)[number];

/** A valid seat that admits to a cancelled night. */
export type SeatOfNight = ValidSeat & {
  /** Bani of its price that are this night's, as they were frozen at issue. */
  readonly share: number;
  /** Entries of this night that were used. */
  readonly usedThatNight: number;
};

export type NightReturn = {
  /** Seats for this night alone: they end, and all that was paid for them goes back. */
  readonly ending: readonly SeatOfNight[];
  /** Seats that are for other nights too: they stay, and this night's share of their price goes back. */
  readonly sharing: readonly { readonly seat: SeatOfNight; readonly amount: number }[];
};

/**
 * What a cancelled night gives back of an order (decisions 46, 62, 69, 70). Of a unit that lets several people in, none or
 * all seats end. What was given out, such as a used add-on, does not go back.
 */
export function returnOfNight(seats: readonly SeatOfNight[], usedTickets: UsedTickets): NightReturn {
  const unit = ({ id, lineNo, unitNo }: SeatOfNight) => (unitNo === null ? id : `${lineNo} ${unitNo}`);
  const used = new Set(seats.filter(({ usedThatNight }) => usedThatNight > 0).map(unit));
  const returned = seats.filter((seat) => {
    const isAddOn = seat.places === 0;
    return !used.has(unit(seat)) || (usedTickets === "refunded" && !isAddOn);
  });
  return {
    ending: returned.filter(({ eventIds }) => eventIds.length === 1),
    sharing: returned
      .filter(({ eventIds }) => eventIds.length > 1)
      .map((seat) => ({ seat, amount: Math.min(seat.share, seat.price) }))
      .filter(({ amount }) => amount > 0),
  };
}
