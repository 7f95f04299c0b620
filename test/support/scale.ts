/**
 * How much the seeded tests play: a sample before a push (`npm test`, with a seed that it draws and prints), all of it in
 * `npm run test:all`, many more in `npm run test:long`.
 */
export type Scale = "sample" | "all" | "long";

export const scale = (process.env.TEST_SCALE ?? "all") as Scale;

/** What this run's scale has here: `ofScale({ sample: 8, all: 40, long: 1000 })`. */
export function ofScale<Thing>(of: Record<Scale, Thing>): Thing {
  return of[scale];
}

/** The seed of the run, or what a test repeats always. A failing test prints `replay(seed, path)`. */
export function seedOr(usual: number): number {
  return Number(process.env.TEST_SEED ?? usual);
}

/** The one command that plays a seeded test again. */
export function replay(seed: number, path: string): string {
  const scaled = process.env.TEST_SCALE ? `TEST_SCALE=${process.env.TEST_SCALE} ` : "";
  return `TEST_SEED=${seed} ${scaled}npm test -- ${path}`;
}
