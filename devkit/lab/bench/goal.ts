/** How long to measure, and where files go that are no longer needed afterwards. */
export type BenchRun = { readonly rounds: number; readonly seconds: number; readonly folder: string };

/** One line of the table: a figure, the yardstick it is held against, and whether the goal is met. */
export type GoalResult = {
  readonly goal: string;
  readonly what: string;
  /** The figure itself, with its unit. */
  readonly figure: string;
  /** The figure in yardsticks, median of the rounds. */
  readonly ratio: string;
  readonly wanted: string;
  readonly met: boolean;
  /** Everything measured, round by round. */
  readonly rounds: readonly Round[];
};

export type Round = Readonly<Record<string, number>>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value that this share of all does not exceed: `percentile(times, 0.95)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The median of one figure, and of the quotients of two that were measured in the same round. */
export function medians(rounds: readonly Round[]) {
  const of = (name: string) => median(rounds.map((round) => round[name] ?? 0));
  const over = (top: string, bottom: string) =>
    median(rounds.map((round) => (round[top] ?? 0) / (round[bottom] ?? 1)));
  return { of, over };
}

export const rate = (n: number) => `${Math.round(n).toLocaleString("en")}/s`;
export const ms = (n: number) => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`;
export const twoDigits = (n: number) => n.toFixed(2);

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
