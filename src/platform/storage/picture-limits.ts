/** The limits of a picture; `limits.ts` lists them with all others. */
export const pictureLimits = {
  picturePixels: 40_000_000,
  /** The least length of the shorter side, in pixels. */
  pictureLeastSide: 16,
} as const;
