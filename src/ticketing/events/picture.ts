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
