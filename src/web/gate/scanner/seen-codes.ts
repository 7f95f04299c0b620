import { chiefMark } from "#ticketing/gate/signed-bytes.ts";
import { isRescueFrame } from "./rescue-frames.ts";

/**
 * Whether another phone shows this code: the chief's, or one with its unsent rows. It may be in view long after it was
 * read, and is no ticket.
 */
export const isPhonesCode = (text: string) => text.startsWith(chiefMark) || isRescueFrame(text);

/** Milliseconds that a code must be out of view before it counts as shown again. */
export const outOfView = 3000;

/** Tells a code that is newly shown from one still in view. Times are milliseconds of one monotonic clock. */
export function createSeenCodes() {
  /** When each code was last in view. */
  const seen = new Map<string, number>();
  const isInView = (text: string, at: number) =>
    at - (seen.get(text) ?? Number.NEGATIVE_INFINITY) < outOfView;
  return {
    /** For a frame whose code is not wanted: notes only that a code seen before is still there. */
    noteStillInView(text: string, at: number): void {
      if (isInView(text, at)) seen.set(text, at);
    },
    /** Returns true when a frame's code is new: another code, or one seen before after it was out of view. */
    isNew(text: string, at: number): boolean {
      const isStill = isInView(text, at);
      seen.set(text, at);
      for (const other of seen.keys()) if (!isInView(other, at)) seen.delete(other);
      return !isStill;
    },
  };
}
