import type { ArtistValues } from "#ticketing/events/artist-form.ts";
import type { PostedForm } from "../posted-form.server.ts";

export const artistFields = ["name", "bio", "tagline", "youtube_link"] as const;

/** The values as they were typed. */
export function typedArtist(form: PostedForm): ArtistValues {
  return {
    name: form.text("name"),
    bio: form.text("bio"),
    tagline: form.text("tagline"),
    youtube_link: form.text("youtube_link"),
  };
}
