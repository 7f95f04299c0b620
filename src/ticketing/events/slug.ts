/** What has a readable name in its address: `/events/{slug}` and `/artists/{slug}`. */
export const slugKinds = ["event", "artist"] as const;
export type SlugKind = (typeof slugKinds)[number];

/** Whether a text has the form of a slug; `rules.sql` makes slugs. */
export function isSlug(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && !/^[0-9a-f-]{36}$/.test(text);
}
