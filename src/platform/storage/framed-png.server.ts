/**
 * One of our own re-encoded pictures as a PNG of `side` by `side` pixels: the whole picture in the middle, the rest
 * transparent. Throws when it cannot be read.
 */
export async function framedPng(bytes: Uint8Array, side: number): Promise<Buffer> {
  // Loaded at first use, so that the start does not wait for it.
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { failOn: "error", pages: 1 })
    .resize(side, side, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
