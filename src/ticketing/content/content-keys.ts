/** The keys of the texts that administrators edit. */
export const contentKeys = ["club", "hero", "about", "footer", "terms", "privacy", "cookies"] as const;
export type ContentKey = (typeof contentKeys)[number];
