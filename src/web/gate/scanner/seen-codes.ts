/** Milliseconds that a code must be out of view before it counts as shown again. */
export const outOfView = 3000;

/** Tells a code that is newly shown from one still in view. Times are milliseconds of one monotonic clock. */
export function createSeenCodes() {
  let seen: { text: string; lastAt: number } | null = null;
  return {
    /** For a frame whose code is not wanted: notes only that the last code is still there. */
    noteStillInView(text: string, at: number): void {
      if (seen?.text === text && at - seen.lastAt < outOfView) seen.lastAt = at;
    },
    /** Returns true when a frame's code is new: another code, or the same one after it was out of view. */
    isNew(text: string, at: number): boolean {
      const isStill = seen?.text === text && at - seen.lastAt < outOfView;
      seen = { text, lastAt: at };
      return !isStill;
    },
  };
}
