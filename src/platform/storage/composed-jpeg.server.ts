import sharp from "sharp";

/** Which part of a picture stays in sight when it is cropped, as shares of what is cut off. */
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

export type Composition = {
  readonly width: number;
  readonly height: number;
  /** Fills the whole; one of ours, drawn anew when it came in. Null where the drawing is all there is. */
  readonly picture: { readonly bytes: Uint8Array; readonly focus: Focus } | null;
  /** SVG of the same size, above the picture: shapes only, nothing that is looked up elsewhere. */
  readonly drawing: string;
};

/** One JPEG of a picture and a drawing above it, made off the event loop. Throws when the picture is none. */
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
