/** Milliseconds that a code must be out of view before it counts as shown again. */
export const outOfView = 3000;

/** Tells a code that is shown anew from one that the camera still sees. Times are milliseconds of one steady clock. */
export function createSeenCodes() {
  let seen: { text: string; lastAt: number } | null = null;
  return {
    /** A frame that nobody waits for: it only says that the code of before is still there. */
    stays(text: string, at: number): void {
      if (seen?.text === text && at - seen.lastAt < outOfView) seen.lastAt = at;
    },
    /** True when a frame's code is new: another one, or the same after it had left. */
    isNew(text: string, at: number): boolean {
      const isStill = seen?.text === text && at - seen.lastAt < outOfView;
      seen = { text, lastAt: at };
      return !isStill;
    },
  };
}
