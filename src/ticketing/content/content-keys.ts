/** The texts that administrators write on the screens of the site's content. */
export const contentKeys = ["club", "hero", "about", "footer", "terms", "privacy", "cookies"] as const;
export type ContentKey = (typeof contentKeys)[number];
