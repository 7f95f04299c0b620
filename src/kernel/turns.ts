import { createFairQueue } from "./fair-queue.ts";

export type Turns = {
  /**
   * Runs `make` when it is this key's turn, or returns "too_many" when too many calls wait. The lines of a key are served
   * in turn. `make` may leave its turn to the next call before it ends.
   */
  take<Made>(
    key: string,
    make: (leave: () => void) => Promise<Made>,
    line?: string,
  ): Promise<{ readonly result: Made } | "too_many">;
};

/**
 * Turns for each key: `atOnce` calls run at a time, those of a line in the order they came. Keys do not wait for each
 * other; at most `mostWaiting` calls may wait for one key, and a long line makes room for a short one.
 */
export function createTurns(mostWaiting: number, atOnce = 1): Turns {
  const openQueue = () => ({
    running: 0,
    waiting: createFairQueue<(mayBegin: boolean) => void>(mostWaiting),
  });
  const queues = new Map<string, ReturnType<typeof openQueue>>();
  return {
    async take(key, make, line = key) {
      const queue = queues.get(key) ?? openQueue();
      queues.set(key, queue);
      if (queue.running < atOnce) queue.running += 1;
      else {
        const mayBegin = await new Promise<boolean>((resolve) => queue.waiting.add(line, resolve)?.(false));
        if (!mayBegin) return "too_many";
      }
      let hasTurn = true;
      const leave = () => {
        if (!hasTurn) return;
        hasTurn = false;
        const next = queue.waiting.next();
        if (next) next(true);
        else queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      };
      try {
        return { result: await make(leave) };
      } finally {
        leave();
      }
    },
  };
}
