import { bani, type Money, split } from "#kernel/money.ts";

/**
 * New prices of an order's valid seats when money went or came back for no seat in particular. They add up to `left`
 * bani, in proportion to the old prices (largest remainder); no price exceeds what was paid, while there is room. If
 * all old prices are 0, in proportion to what was paid; if all were free, equally.
 */
export function pricesOfSeats(
  left: number,
  seats: readonly { readonly price: number; readonly paid: number }[],
): Money[] {
  const weights = [seats.map(({ price }) => price), seats.map(({ paid }) => paid), seats.map(() => 1)];
  const prices = split(bani(left), weights.find((some) => some.some((weight) => weight > 0)) ?? []);
  return left <= sumOf(seats) ? withinPaid(prices, seats) : prices;
}

/** Caps each price at what was paid for the seat; the rest goes to seats below their cap, by the room they have. */
function withinPaid(prices: readonly Money[], seats: readonly { readonly paid: number }[]): Money[] {
  const capped = prices.map((price, at) => Math.min(price, seats[at]?.paid ?? 0));
  const over = prices.reduce((sum, price, at) => sum + price - (capped[at] ?? 0), 0);
  if (over === 0) return [...prices];
  const room = capped.map((price, at) => (seats[at]?.paid ?? 0) - price);
  const more = split(bani(over), room);
  return capped.map((price, at) => bani(price + (more[at] ?? 0)));
}

const sumOf = (seats: readonly { readonly paid: number }[]) => seats.reduce((sum, { paid }) => sum + paid, 0);
