/** Bani: notes with which people pay. */
const notes = [5_000, 10_000, 20_000];

/** What somebody may hand over for a price: the exact sum, and the next ones that notes make; three at most. */
export function cashOffers(price: number): number[] {
  const sums = notes.map((note) => Math.ceil(price / note) * note);
  return [...new Set([price, ...sums])].sort((a, b) => a - b).slice(0, 3);
}
