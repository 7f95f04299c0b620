/** The kinds of picture that are taken, by the extension they are stored under. */
export const pictureKinds = ["jpg", "png", "webp"] as const;
export type PictureKind = (typeof pictureKinds)[number];

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * What these bytes begin as, whatever their name or sender says; undefined for everything else, SVG and HTML among it.
 * Only a first look: whether a picture follows is known when it has been drawn.
 */
export function kindOf(bytes: Uint8Array): PictureKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  return undefined;
}
