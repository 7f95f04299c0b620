import { bani, type Money, split } from "#kernel/money.ts";

/**
 * The prices of an order's valid seats after money went back, or came back, without saying for which of them: they add up
 * to what is left of it, in proportion to what they were (largest remainder), and none is more than was paid for it as
 * long as there is room. Where nothing is left to be in proportion to, to what was paid for them, and of seats that were
 * all free equally.
 */
export function pricesOfSeats(
  left: number,
  seats: readonly { readonly price: number; readonly paid: number }[],
): Money[] {
  const weights = [seats.map(({ price }) => price), seats.map(({ paid }) => paid), seats.map(() => 1)];
  const prices = split(bani(left), weights.find((some) => some.some((weight) => weight > 0)) ?? []);
  return left <= sumOf(seats) ? withinPaid(prices, seats) : prices;
}

/** What is above what was paid for a seat goes to those that have room, in proportion to it. */
function withinPaid(prices: readonly Money[], seats: readonly { readonly paid: number }[]): Money[] {
  const capped = prices.map((price, at) => Math.min(price, seats[at]?.paid ?? 0));
  const over = prices.reduce((sum, price, at) => sum + price - (capped[at] ?? 0), 0);
  if (over === 0) return [...prices];
  const room = capped.map((price, at) => (seats[at]?.paid ?? 0) - price);
  const more = split(bani(over), room);
  return capped.map((price, at) => bani(price + (more[at] ?? 0)));
}

const sumOf = (seats: readonly { readonly paid: number }[]) => seats.reduce((sum, { paid }) => sum + paid, 0);
