export type SquarePicture = {
  /** Squares in a row, and rows. */
  readonly side: number;
  /** `dark[y * side + x]` is not 0 where the square is dark. */
  readonly dark: Uint8Array;
  readonly ink: readonly [red: number, green: number, blue: number];
};

/**
 * A PNG of dark squares on white, `scale` pixels each. Painted and packed off the event loop; packed quickly rather than
 * tightly, because a thousand of them may be wanted while a sale runs.
 */
export async function squarePng({ side, dark, ink }: SquarePicture, scale: number): Promise<Buffer> {
  // loaded by whoever is the first to need it: a start waits for nobody's ticket
  const { default: sharp } = await import("sharp");
  const pixels = new Uint8Array(side * side * 3).fill(255);
  for (const [at, isDark] of dark.entries()) if (isDark) pixels.set(ink, at * 3);
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(side * scale, side * scale, { kernel: "nearest" })
    .png({ compressionLevel: 4 })
    .toBuffer();
}
