import { groupBy } from "#kernel/group-by.ts";
import { bani, split } from "#kernel/money.ts";
import { pricesOfSeats } from "#ticketing/orders/refunds/seat-prices.ts";

/** A night of a seat, and what was paid for it, in bani. The codes of a seat are in the order of their ids. */
export type PaidNight = { readonly seat: string; readonly eventId: string; readonly paid: number };

/** Money that went back, or came back again (below 0), in bani. `seats` and `isPart` as a stored refund has them. */
export type ReturnOfOrder = {
  readonly amount: number;
  readonly seats: readonly string[] | null;
  readonly isPart: boolean;
  /** The cancelled or moved night that caused it. */
  readonly eventId: string | null;
};

type Seat = {
  readonly id: string;
  readonly nights: readonly PaidNight[];
  readonly paid: number;
  readonly price: number;
};

/**
 * What each of an order's returns, oldest first, took from each night: how it changed the nights' parts of their seats'
 * prices, so that all takes together are what the settlement says, and a later return changes no earlier one's.
 */
export function takesOfReturns(
  nights: readonly PaidNight[],
  returns: readonly ReturnOfOrder[],
): Map<string, number>[] {
  const left = new Map(nights.map((night) => [night, night.paid]));
  const gone = new Set<PaidNight>();
  let seats: readonly Seat[] = [...groupBy(nights, ({ seat }) => seat)].map(([id, some]) => {
    const paid = some.reduce((sum, night) => sum + night.paid, 0);
    return { id, nights: some, paid, price: paid };
  });
  return returns.map((one) => {
    if (one.isPart && one.eventId)
      for (const night of nights)
        if (night.eventId === one.eventId && one.seats?.includes(night.seat)) gone.add(night);
    seats = afterReturn(seats, one);
    const takes = new Map(nights.map(({ eventId }) => [eventId, 0]));
    const add = (eventId: string, amount: number) => takes.set(eventId, (takes.get(eventId) ?? 0) + amount);
    let rest = one.amount;
    for (const seat of seats) {
      const weights = seat.nights.map((night) =>
        gone.has(night) && seat.price < seat.paid ? 0 : night.paid,
      );
      const parts = splitOf(seat.price, weights);
      for (const [at, night] of seat.nights.entries()) {
        const taken = (left.get(night) ?? 0) - (parts[at] ?? 0);
        left.set(night, parts[at] ?? 0);
        add(night.eventId, taken);
        rest -= taken;
      }
    }
    // more than the seats cost, or money that was owed for ended seats
    const parts = splitOf(
      rest,
      nights.map(({ paid }) => paid),
    );
    for (const [at, { eventId }] of nights.entries()) add(eventId, parts[at] ?? 0);
    return takes;
  });
}

function afterReturn(seats: readonly Seat[], { amount, seats: named }: ReturnOfOrder): readonly Seat[] {
  if (named?.length === 0) return seats;
  const meant = seats.filter(({ id }) => named?.includes(id) ?? true);
  const priceOf = (some: readonly Seat[], of: "price" | "paid") =>
    some.reduce((sum, seat) => sum + seat[of], 0);
  const newPrice = Math.max(0, Math.min(priceOf(meant, "paid"), priceOf(meant, "price") - amount));
  const prices = meant.length === 0 ? [] : pricesOfSeats(newPrice, meant);
  return seats.map((seat) => {
    const { id, nights, paid } = seat;
    return { id, nights, paid, price: prices[meant.indexOf(seat)] ?? seat.price };
  });
}

/** `split` that takes amounts below 0 too, and splits equally where all weights are 0. */
export function splitOf(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const isWeighed = weights.some((weight) => weight > 0);
  const parts = split(bani(Math.abs(amount)), isWeighed ? weights : weights.map(() => 1));
  return parts.map((part) => Math.sign(amount) * part);
}
