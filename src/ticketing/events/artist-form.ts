import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { optionalWords, type Problems, problemsOf, words } from "./catalogue-fields-form.ts";
import { videoOf } from "./video-link.ts";

/** Names that ticket types have; no artist may be called so, and none of these is ever listed as one (B12-04). */
export const reservedNames: readonly string[] = ["VIP", "Standard", "Early Bird", "Group Package"];

const isReserved = (name: string) => reservedNames.some((one) => one.toLowerCase() === name.toLowerCase());

const artist = z.strictObject({
  name: words(120).refine((name) => !isReserved(name), { error: "reserved" }),
  bio: words(8000),
  tagline: optionalWords(200),
  youtube_link: optionalWords(500).refine((link) => link === null || videoOf(link) !== null, {
    error: "not_a_link",
  }),
});

export type ArtistField = keyof typeof artist.shape;
export type ArtistValues = Readonly<Record<ArtistField, string>>;

export type ArtistForm = {
  readonly name: string;
  readonly bio: string;
  readonly tagline: string | null;
  readonly youtubeLink: string | null;
};

/** The form of an artist: a name and a bio; a tagline and a video (an https address) may be missing. */
export function readArtistForm(values: ArtistValues): Outcome<ArtistForm, Problems<ArtistField>> {
  const parsed = artist.safeParse(values);
  if (!parsed.success) return refused(problemsOf<ArtistField>(parsed.error));
  const { youtube_link: youtubeLink, ...form } = parsed.data;
  return done({ ...form, youtubeLink });
}
