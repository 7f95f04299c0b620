/** The keys of the contents that the team edits. */
export const contentKeys = [
  "club",
  "brand",
  "hero",
  "about",
  "footer",
  "terms",
  "privacy",
  "cookies",
  "first_steps",
] as const;
export type ContentKey = (typeof contentKeys)[number];
