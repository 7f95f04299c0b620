import type { ContentProblem } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import type { UploadPreview } from "../pictures/use-picture-upload.ts";
import { contentTexts } from "./content-texts.ts";

/** The versions that a form was opened with, and who wrote its texts last. */
export type ContentState = {
  versions: Partial<Record<ContentKey, number>>;
  /** "azi, 19:12" with the name; null when nobody has written anything. */
  published: string | null;
};

/** The answer to a form that was not saved: the typed text and the reasons. */
export type ContentAnswer<Field extends string> = {
  values: Record<Field, string>;
  errors: Partial<Record<Field, string>>;
  /** Set when another person saved meanwhile: the saved texts, for showing them beside the typed ones. */
  conflict: { keys: ContentKey[]; theirs: Partial<Record<Field, string>> } | null;
  versions: Partial<Record<ContentKey, number>>;
  /** A sentence about the whole form. */
  failure: string | null;
  /** The stored picture that the form names; null without one. */
  picture: UploadPreview | null;
  /** Asks for the password before emails say something else of the club. */
  reentry?: ReentryView;
};

export function contentSentences<Field extends string>(
  problems: Partial<Record<Field, ContentProblem>>,
): Partial<Record<Field, string>> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sentenceOf(problem as ContentProblem)]),
  ) as Partial<Record<Field, string>>;
}

function sentenceOf(problem: ContentProblem): string {
  return typeof problem === "string" ? contentTexts.problems[problem] : contentTexts.unreadable(problem);
}

/** Returns the refused fields, for the bar at the bottom of the form. */
export function wrongFields(errors: Partial<Record<string, string>>): { name: string; label: string }[] {
  const labels: Record<string, string> = contentTexts.labels;
  return Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }));
}
