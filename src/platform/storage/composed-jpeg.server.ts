import sharp from "sharp";

/** The part of a picture that stays visible when it is cropped, as shares of what is cut off. */
export type Focus =
  | "northwest"
  | "north"
  | "northeast"
  | "west"
  | "centre"
  | "east"
  | "southwest"
  | "south"
  | "southeast";

type Composition = {
  readonly width: number;
  readonly height: number;
  /** Fills the whole area; one of our own re-encoded pictures. Null when the drawing is all there is. */
  readonly picture: { readonly bytes: Uint8Array; readonly focus: Focus } | null;
  /** SVG of the same size, above the picture: shapes only, nothing that has to be loaded. */
  readonly drawing: string;
};

/** One JPEG of a picture and a drawing above it, made off the event loop. Throws when the picture cannot be read. */
export async function composedJpeg({ width, height, picture, drawing }: Composition): Promise<Buffer> {
  const ground = picture
    ? sharp(picture.bytes, { failOn: "error", pages: 1 }).resize(width, height, {
        fit: "cover",
        position: picture.focus,
      })
    : sharp({ create: { width, height, channels: 3, background: "#070B18" } });
  return ground
    .composite([{ input: Buffer.from(drawing) }])
    .flatten({ background: "#070B18" })
    .jpeg({ quality: 82, progressive: true, mozjpeg: true })
    .toBuffer();
}
