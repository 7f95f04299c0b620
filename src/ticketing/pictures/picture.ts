/** Where a picture is cropped to, as the specification lists them. */
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

/** Where uploads are put, by what they are for (B§7). */
export const pictureFolders = ["events", "artists", "content", "season_passes"] as const;
export type PictureFolder = (typeof pictureFolders)[number];

export function isPictureFolder(text: string): text is PictureFolder {
  return (pictureFolders as readonly string[]).includes(text);
}

export type PictureSource = { readonly url: string; readonly width: number };

/** One picture in several widths; width and height are of the original and say the proportion. */
export type StoredPicture = {
  readonly sources: readonly PictureSource[];
  readonly width: number;
  readonly height: number;
};

/** A picture with what a screen says about it and how it is cropped on wide screens. */
export type ShownPicture = StoredPicture & {
  readonly wide: StoredPicture | null;
  readonly altText: string;
};
