import { describe, expect, it } from "vitest";
import { createBatchQueue, QueueFull } from "./batch-queue.ts";

type Run = { batch: readonly number[]; answer: () => void };

/** A queue whose batches the test finishes one by one. */
function heldBack(maxBatch = 10) {
  const runs: Run[] = [];
  const queue = createBatchQueue<number, number>({
    maxBatch,
    maxWaiting: 20,
    mayBeOneRequest: () => false,
    runBatch: (batch) =>
      new Promise((resolve) => {
        runs.push({ batch, answer: () => resolve(batch.map((n) => n * 2)) });
      }),
  });
  return { queue, runs };
}

const turn = () => new Promise<void>((resume) => setImmediate(() => setImmediate(resume)));

describe("the batch queue", () => {
  it("makes one batch of the requests of one turn, and gives each its own answer", async () => {
    const { queue, runs } = heldBack();
    const answers = Promise.all([1, 2, 3].map((n) => queue.submit(n)));
    await turn();
    expect(runs.map((run) => run.batch)).toEqual([[1, 2, 3]]);
    runs[0]?.answer();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it("starts the next batch, of all requests that came in between, when the one before has its answers", async () => {
    const { queue, runs } = heldBack();
    const first = queue.submit(1);
    await turn();
    const others = Promise.all([queue.submit(2), queue.submit(3)]);
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.answer();
    expect(await first).toBe(2);
    await turn();
    expect(runs.map((run) => run.batch)).toEqual([[1], [2, 3]]);
    runs[1]?.answer();
    expect(await others).toEqual([4, 6]);
  });

  it("tries a failing batch again in halves, so that one bad request fails alone", async () => {
    const seen: number[][] = [];
    const queue = createBatchQueue<number, number>({
      maxBatch: 8,
      maxWaiting: 20,
      mayBeOneRequest: () => true,
      runBatch: async (batch) => {
        seen.push([...batch]);
        if (batch.includes(5)) throw new Error("poison");
        return batch.map((n) => n * 2);
      },
    });
    const answers = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => queue.submit(n)));
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

  it("fails a whole batch at once when no request is to blame, without splitting it", async () => {
    let runs = 0;
    const queue = createBatchQueue<number, number>({
      maxBatch: 8,
      maxWaiting: 20,
      mayBeOneRequest: () => false,
      runBatch: async () => {
        runs += 1;
        throw new Error("no database");
      },
    });
    const answers = await Promise.allSettled([1, 2, 3].map((n) => queue.submit(n)));
    expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
    expect(runs).toBe(1);
  });

  it("refuses a request when too many wait, and every request after it was closed", async () => {
    const { queue, runs } = heldBack(5);
    const waiting = Array.from({ length: 20 }, (_, n) => queue.submit(n));
    await expect(queue.submit(99)).rejects.toBeInstanceOf(QueueFull);
    await turn();
    for (let n = 0; n < 4; n++) {
      runs[n]?.answer();
      await turn();
    }
    await Promise.all(waiting);
    expect(runs.map(({ batch }) => batch.length)).toEqual([5, 5, 5, 5]);
    await queue.drain();
    await expect(queue.submit(1)).rejects.toBeInstanceOf(QueueFull);
  });

  it("works again after it had nothing to do, and says how many wait", async () => {
    const { queue, runs } = heldBack();
    for (const n of [1, 2]) {
      const answer = queue.submit(n);
      expect(queue.waiting).toBe(1);
      await turn();
      expect(queue.waiting).toBe(0);
      runs[n - 1]?.answer();
      expect(await answer).toBe(n * 2);
      await turn();
    }
  });

  it("is drained when the last batch has its answers, and at once when it has nothing to do", async () => {
    const { queue, runs } = heldBack(1);
    const answers = [queue.submit(1), queue.submit(2)];
    let isDrained = false;
    const drained = queue.drain().then(() => {
      isDrained = true;
    });
    await turn();
    runs[0]?.answer();
    await turn();
    expect(isDrained).toBe(false);
    runs[1]?.answer();
    await drained;
    expect(await Promise.all(answers)).toEqual([2, 4]);
    await heldBack().queue.drain();
  });

  it("tries two thirds of a failing batch first where it cannot be halved, and each request once alone at most", async () => {
    const seen: number[][] = [];
    const queue = createBatchQueue<number, number>({
      maxBatch: 3,
      maxWaiting: 3,
      mayBeOneRequest: () => true,
      runBatch: async (batch) => {
        seen.push([...batch]);
        throw new Error("poison");
      },
    });
    const answers = await Promise.allSettled([1, 2, 3].map((n) => queue.submit(n)));
    expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
    expect(seen).toEqual([[1, 2, 3], [1, 2], [1], [2], [3]]);
  });

  it("names what it throws at those who come when it is full", async () => {
    const { queue } = heldBack();
    await queue.drain();
    await expect(queue.submit(1)).rejects.toMatchObject({
      name: "QueueFull",
      message: "too many requests wait",
    });
  });
});
