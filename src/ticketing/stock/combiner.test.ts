import { describe, expect, it } from "vitest";
import { CombinerFull, createCombiner } from "./combiner.ts";

type Run = { batch: readonly number[]; answer: () => void };

/** A combiner whose batches the test lets go one by one. */
function heldBack(maxBatch = 10) {
  const runs: Run[] = [];
  const combiner = createCombiner<number, number>({
    maxBatch,
    maxWaiting: 20,
    mayBeOneRequest: () => false,
    runBatch: (batch) =>
      new Promise((resolve) => {
        runs.push({ batch, answer: () => resolve(batch.map((n) => n * 2)) });
      }),
  });
  return { combiner, runs };
}

const turn = () => new Promise<void>((resume) => setImmediate(() => setImmediate(resume)));

describe("the combiner", () => {
  it("makes one batch of what came in one turn, and answers each with its own", async () => {
    const { combiner, runs } = heldBack();
    const answers = Promise.all([1, 2, 3].map((n) => combiner.submit(n)));
    await turn();
    expect(runs.map((run) => run.batch)).toEqual([[1, 2, 3]]);
    runs[0]?.answer();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it("begins the next batch, of all who came meanwhile, when the one before has its answers", async () => {
    const { combiner, runs } = heldBack();
    const first = combiner.submit(1);
    await turn();
    const others = Promise.all([combiner.submit(2), combiner.submit(3)]);
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.answer();
    expect(await first).toBe(2);
    await turn();
    expect(runs.map((run) => run.batch)).toEqual([[1], [2, 3]]);
    runs[1]?.answer();
    expect(await others).toEqual([4, 6]);
  });

  it("tries a failing batch again in halves, so that a poisonous request fails alone", async () => {
    const seen: number[][] = [];
    const combiner = createCombiner<number, number>({
      maxBatch: 8,
      maxWaiting: 20,
      mayBeOneRequest: () => true,
      runBatch: async (batch) => {
        seen.push([...batch]);
        if (batch.includes(5)) throw new Error("poison");
        return batch.map((n) => n * 2);
      },
    });
    const answers = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => combiner.submit(n)));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "failed"))).toEqual([
      2,
      4,
      6,
      8,
      "failed",
      12,
      14,
      16,
    ]);
    expect(seen).toContainEqual([5]);
  });

  it("fails a whole batch at once when the world is to blame, without trying it in pieces", async () => {
    let runs = 0;
    const combiner = createCombiner<number, number>({
      maxBatch: 8,
      maxWaiting: 20,
      mayBeOneRequest: () => false,
      runBatch: async () => {
        runs += 1;
        throw new Error("no database");
      },
    });
    const answers = await Promise.allSettled([1, 2, 3].map((n) => combiner.submit(n)));
    expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
    expect(runs).toBe(1);
  });

  it("turns away who comes when too many wait, and whoever comes after it was closed", async () => {
    const { combiner, runs } = heldBack(5);
    const waiting = Array.from({ length: 20 }, (_, n) => combiner.submit(n));
    await expect(combiner.submit(99)).rejects.toBeInstanceOf(CombinerFull);
    await turn();
    for (let n = 0; n < 4; n++) {
      runs[n]?.answer();
      await turn();
    }
    await Promise.all(waiting);
    await combiner.drain();
    await expect(combiner.submit(1)).rejects.toBeInstanceOf(CombinerFull);
  });
});
