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
  readonly rounds: readonly Record<string, number>[];
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export const rate = (n: number) => `${Math.round(n).toLocaleString("en")}/s`;
export const twoDigits = (n: number) => n.toFixed(2);

/** Within ten per cent of a goal counts as met. */
export const reaches = (value: number, goal: number) => value >= goal * 0.9;
export const staysUnder = (value: number, goal: number) => value <= goal * 1.1;

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
