export type Turns = {
  /** Runs `make` when it is this key's turn, or returns "too_many" at once when too many calls wait. */
  take<Made>(key: string, make: () => Promise<Made>): Promise<{ readonly result: Made } | "too_many">;
};

/**
 * Turns for each key: `atOnce` calls run at a time, in the order they came. Keys do not wait for each other; at most
 * `mostWaiting` calls may wait for one key.
 */
export function createTurns(mostWaiting: number, atOnce = 1): Turns {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    async take(key, make) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      if (queue.waiting.length >= mostWaiting && queue.running >= atOnce) return "too_many";
      queues.set(key, queue);
      if (queue.running < atOnce) queue.running += 1;
      else await new Promise<void>((begin) => queue.waiting.push(begin));
      try {
        return { result: await make() };
      } finally {
        const next = queue.waiting.shift();
        if (next) next();
        else queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      }
    },
  };
}
