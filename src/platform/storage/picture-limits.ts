/** What a picture may be; `limits.ts` shows it among all others. */
export const pictureLimits = {
  picturePixels: 40_000_000,
  /** Pixels of the shorter side, at least. */
  pictureLeastSide: 16,
} as const;
