import { checkedText, optional, textUpTo } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths } from "#ticketing/limits.ts";
import { videoOf } from "./video-link.ts";

/** Names of ticket types, in lower case. No artist may have one of them in any case (B4-11, B12-04). */
export const reservedNames: readonly string[] = ["vip", "standard", "early bird", "group package"];

const notReserved = (name: string) => (reservedNames.includes(name.toLowerCase()) ? undefined : name);
const video = (link: string) => (videoOf(link) === null ? undefined : link);

/** The form of an artist: name and bio are required, the tagline and a video (an https address) optional. */
export const artistForm = form({
  name: checkedText(lengths.catalogueName, notReserved, "reserved"),
  bio: textUpTo(lengths.description, "text"),
  tagline: optional(textUpTo(lengths.tagline)),
  youtube_link: optional(checkedText(lengths.webAddress, video, "not_a_link", "link")),
});
export type ArtistForm = AcceptedBy<typeof artistForm.fields>;
