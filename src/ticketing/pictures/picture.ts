/** Which part of a picture cropping keeps, as the specification lists them. */
export const imagePositions = [
  "top left",
  "top",
  "top right",
  "left",
  "center",
  "right",
  "bottom left",
  "bottom",
  "bottom right",
] as const;
export type ImagePosition = (typeof imagePositions)[number];

/** The folders of uploads, by purpose (B§7). */
export const pictureFolders = ["events", "artists", "content", "season_passes"] as const;
export type PictureFolder = (typeof pictureFolders)[number];

export function isPictureFolder(text: string): text is PictureFolder {
  return (pictureFolders as readonly string[]).includes(text);
}

export type PictureSource = { readonly url: string; readonly width: number };

/** One picture in several widths. `width` and `height` are the original's and give the proportion. */
export type StoredPicture = {
  readonly sources: readonly PictureSource[];
  readonly width: number;
  readonly height: number;
};

/** A picture with its alternative text and its crop for wide screens. */
export type ShownPicture = StoredPicture & {
  readonly wide: StoredPicture | null;
  readonly altText: string;
  /** Whether the night's title is painted on it; then nothing is written over it. */
  readonly hasTitle: boolean;
};
