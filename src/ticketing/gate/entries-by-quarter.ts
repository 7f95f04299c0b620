/** How many people entered in the quarter of an hour that begins at `from`. */
export type Quarter = { readonly from: Date; readonly entered: number };

const quarterMilliseconds = 15 * 60_000;
/** How many quarters are shown: enough to see whether the queue at the gate grows. */
const quartersShown = 10;

/** The quarters of an hour from the first with an entry up to now, the empty ones too. Empty when nobody came. */
export function lastQuarters(counted: readonly Quarter[], now: Date): Quarter[] {
  const presentQuarter = Math.floor(now.getTime() / quarterMilliseconds) * quarterMilliseconds;
  const entered = new Map(counted.map(({ from, entered: people }) => [from.getTime(), people]));
  const quarterStarts = Array.from(
    { length: quartersShown },
    (_, at) => presentQuarter - (quartersShown - 1 - at) * quarterMilliseconds,
  );
  const first = quarterStarts.findIndex((from) => (entered.get(from) ?? 0) > 0);
  if (first === -1) return [];
  return quarterStarts
    .slice(first)
    .map((from) => ({ from: new Date(from), entered: entered.get(from) ?? 0 }));
}
