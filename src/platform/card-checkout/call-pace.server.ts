import { setTimeout as pause } from "node:timers/promises";

/**
 * Lets one caller after the other through, no two closer than the pace allows by the clock itself: a process that was
 * held up for a moment must not send what has gathered all at once.
 */
export function createPace(perSecond: number): () => Promise<void> {
  const gap = 1000 / perSecond;
  let last: Promise<void> = Promise.resolve();
  let at = Number.NEGATIVE_INFINITY;

  async function next(): Promise<void> {
    const wait = at + gap - performance.now();
    if (wait > 0) await pause(wait);
    at = performance.now();
  }

  return () => {
    last = last.then(next);
    return last;
  };
}
