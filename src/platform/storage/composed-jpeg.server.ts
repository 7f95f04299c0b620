import sharp from "sharp";

/** The part of a picture that stays visible when the picture is cropped. */
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
  /** One of our own re-encoded pictures, filling the whole area; null when there is only the drawing. */
  readonly picture: { readonly bytes: Uint8Array; readonly focus: Focus } | null;
  /** SVG of the same size, above the picture. It has shapes only and loads nothing. */
  readonly drawing: string;
};

/** Draws a picture and a drawing above it into one JPEG, off the event loop. Throws for an unreadable picture. */
export async function composedJpeg({ width, height, picture, drawing }: Composition): Promise<Buffer> {
  const background = picture
    ? sharp(picture.bytes, { failOn: "error", pages: 1 }).resize(width, height, {
        fit: "cover",
        position: picture.focus,
      })
    : sharp({ create: { width, height, channels: 3, background: "#070B18" } });
  return background
    .composite([{ input: Buffer.from(drawing) }])
    .flatten({ background: "#070B18" })
    .jpeg({ quality: 82, progressive: true, mozjpeg: true })
    .toBuffer();
}
