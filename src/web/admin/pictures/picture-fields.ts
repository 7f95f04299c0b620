import type { PostedForm } from "../posted-form.server.ts";

/** The fields of a picture in its owner's form; see `ImageField`. */
export const pictureFields = [
  "image_url",
  "image_url_alt",
  "image_url_titled",
  "image_url_problem",
  "image_position",
] as const;
export type PictureValues = Readonly<Record<(typeof pictureFields)[number], string>>;

export function typedPicture(form: PostedForm): PictureValues {
  return Object.fromEntries(pictureFields.map((name) => [name, form.text(name)])) as PictureValues;
}
