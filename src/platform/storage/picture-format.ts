/** The accepted kinds of picture, by their extension in the storage. */
export const pictureKinds = ["jpg", "png", "webp"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The content type of a stored picture, by the extension of its name. */
export function contentTypeOf(name: string): string {
  const kind = name.slice(name.lastIndexOf(".") + 1);
  return kind === "jpg" ? "image/jpeg" : `image/${kind}`;
}

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * The kind of a picture by its first bytes, whatever its name says; undefined for everything else, such as SVG and
 * HTML. This is only a first check: re-encoding shows whether the picture can be read.
 */
export function pictureKindOf(bytes: Uint8Array): PictureKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  return undefined;
}
