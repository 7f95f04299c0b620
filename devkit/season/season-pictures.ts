/** A painted picture of the season as the table `pictures` keeps it. */
export type PictureRow = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly sources: readonly { url: string; width: number }[];
  readonly wide: Pick<PictureRow, "sources" | "width" | "height"> | null;
  readonly alt_text: string;
};

/** The address of a painted file; null when it is not there. */
export type UrlOfFile = (file: string) => string | null;

// the widths and proportions of the files in pictures/
const shapes = {
  tall: { widths: [480, 720, 960], width: 1200, height: 1500 },
  wide: { widths: [768, 1536], width: 1920, height: 1080 },
  face: { widths: [160, 360, 720], width: 900, height: 1200 },
  pass: { widths: [768, 1536], width: 1600, height: 1000 },
} as const;

/** The picture of this name with those of its sizes that are there; null when there is none. */
export function pictureRow(
  { name, shape, alt }: { name: string; shape: keyof typeof shapes; alt: string },
  urlOf: UrlOfFile,
): PictureRow | null {
  const own = sized(name, shape, urlOf);
  const url = own?.sources.at(-1)?.url;
  if (!own || !url) return null;
  return { url, ...own, wide: shape === "tall" ? sized(`${name}-wide`, "wide", urlOf) : null, alt_text: alt };
}

function sized(name: string, shape: keyof typeof shapes, urlOf: UrlOfFile): PictureRow["wide"] {
  const { widths, width, height } = shapes[shape];
  const sources = widths.flatMap((one) => {
    const url = urlOf(`${name}-${one}.webp`);
    return url ? [{ url, width: one }] : [];
  });
  return sources.length > 0 ? { sources, width, height } : null;
}
