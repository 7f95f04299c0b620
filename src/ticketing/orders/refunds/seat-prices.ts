import { bani, type Money, split } from "#kernel/money.ts";

/**
 * The prices of an order's valid seats after money went back, or came back, without saying for which of them: they add up
 * to what is left of it, in proportion to what they were (largest remainder). Where nothing is left to be in proportion
 * to, to what was paid for them, and of seats that were all free equally.
 */
export function pricesOfSeats(
  left: number,
  seats: readonly { readonly price: number; readonly paid: number }[],
): Money[] {
  const weights = [seats.map(({ price }) => price), seats.map(({ paid }) => paid), seats.map(() => 1)];
  return split(bani(left), weights.find((some) => some.some((weight) => weight > 0)) ?? []);
}
