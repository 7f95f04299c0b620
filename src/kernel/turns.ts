export type Turns = {
  /** Runs `make` when it is this key's turn, or returns "too_many" at once when too many calls wait. */
  take<Made>(key: string, make: () => Promise<Made>): Promise<{ readonly made: Made } | "too_many">;
};

/** A mutex for each key. Keys do not wait for each other; at most `mostWaiting` calls may wait for one key. */
export function createTurns(mostWaiting: number): Turns {
  const queues = new Map<string, { last: Promise<unknown>; taken: number }>();
  return {
    async take(key, make) {
      const queue = queues.get(key) ?? { last: Promise.resolve(), taken: 0 };
      if (queue.taken > mostWaiting) return "too_many";
      queues.set(key, queue);
      queue.taken += 1;
      const run = queue.last.then(make);
      queue.last = run.catch(() => {});
      try {
        return { made: await run };
      } finally {
        queue.taken -= 1;
        if (queue.taken === 0) queues.delete(key);
      }
    },
  };
}
