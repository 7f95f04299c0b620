type SquarePicture = {
  /** Squares in a row; also the number of rows. */
  readonly side: number;
  /** `dark[y * side + x]` is not 0 when the square is dark. */
  readonly dark: Uint8Array;
  readonly ink: readonly [red: number, green: number, blue: number];
};

/** A PNG of dark squares on white, `scale` pixels wide, off the event loop and fast: a sale may need a thousand. */
export async function squarePng({ side, dark, ink }: SquarePicture, scale: number): Promise<Buffer> {
  // Loaded at first use, so that the start is fast.
  const { default: sharp } = await import("sharp");
  const pixels = new Uint8Array(side * side * 3).fill(255);
  for (const [at, isDark] of dark.entries()) if (isDark) pixels.set(ink, at * 3);
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(side * scale, side * scale, { kernel: "nearest" })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** One of our pictures as a PNG of `side` by `side` pixels: all of it in the middle. Throws when it cannot be read. */
export async function framedPng(bytes: Uint8Array, side: number): Promise<Buffer> {
  // Loaded at first use, so that the start is fast.
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { failOn: "error", pages: 1 })
    .resize(side, side, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
