/** How many people came in between `from` and a quarter of an hour later. */
export type Quarter = { readonly from: Date; readonly entered: number };

const quarter = 15 * 60_000;
/** As far back as one looks to see whether a queue grows. */
const quartersShown = 10;

/**
 * The last quarters of an hour up to the one that runs, those in which nobody came among them, from the first in which
 * somebody did; none if nobody came at all.
 */
export function lastQuarters(counted: readonly Quarter[], now: Date): Quarter[] {
  const running = Math.floor(now.getTime() / quarter) * quarter;
  const entered = new Map(counted.map(({ from, entered: people }) => [from.getTime(), people]));
  const shown = Array.from(
    { length: quartersShown },
    (_, at) => running - (quartersShown - 1 - at) * quarter,
  );
  const first = shown.findIndex((from) => (entered.get(from) ?? 0) > 0);
  if (first === -1) return [];
  return shown.slice(first).map((from) => ({ from: new Date(from), entered: entered.get(from) ?? 0 }));
}
