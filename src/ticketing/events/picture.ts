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

export type PictureSource = { readonly url: string; readonly width: number };

/** One picture in several widths; width and height are of the original and say the proportion. */
export type StoredPicture = {
  readonly sources: readonly PictureSource[];
  readonly width: number;
  readonly height: number;
};
