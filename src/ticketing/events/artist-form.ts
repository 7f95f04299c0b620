import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths } from "#ticketing/limits.ts";
import { optionalWords, problemsOf, requiredWords } from "./catalogue-fields-form.ts";
import { videoOf } from "./video-link.ts";

/** Names of ticket types: no artist may have one of them, and none is listed as an artist (B12-04). */
export const reservedNames: readonly string[] = ["VIP", "Standard", "Early Bird", "Group Package"];

const isReserved = (name: string) => reservedNames.some((one) => one.toLowerCase() === name.toLowerCase());

const artist = z.strictObject({
  name: requiredWords(lengths.catalogueName).refine((name) => !isReserved(name), { error: "reserved" }),
  bio: requiredWords(lengths.description),
  tagline: optionalWords(lengths.tagline),
  youtube_link: optionalWords(lengths.webAddress).refine((link) => link === null || videoOf(link) !== null, {
    error: "not_a_link",
  }),
});

export type ArtistField = keyof typeof artist.shape;
export type ArtistValues = Readonly<Record<ArtistField, string>>;

export type ArtistForm = Readonly<Omit<z.output<typeof artist>, "youtube_link">> & {
  readonly youtubeLink: string | null;
};

/** The form of an artist: a name and a bio; a tagline and a video (an https address) may be missing. */
export function readArtistForm(values: ArtistValues): Outcome<ArtistForm, Problems<ArtistField>> {
  const parsed = artist.safeParse(values);
  if (!parsed.success) return refused(problemsOf<ArtistField>(parsed.error));
  const { youtube_link: youtubeLink, ...form } = parsed.data;
  return done({ ...form, youtubeLink });
}
