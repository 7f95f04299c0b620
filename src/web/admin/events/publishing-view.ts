import { formatInstant } from "#kernel/time.ts";
import { appearsAt } from "./event-texts.ts";

/** Where a night stands, for the card beside its form and for its dialog. */
export type PublishingView =
  | { state: "draft" }
  /** When it appears, in words. */
  | { state: "scheduled"; at: string }
  | { state: "published"; since: string };

/** From when on a night is public (a Date or its ISO text), as its card says it. */
export function publishingView(publishAt: Date | string | null, now: Date): PublishingView {
  if (publishAt === null) return { state: "draft" };
  if (new Date(publishAt) > now) return { state: "scheduled", at: appearsAt(publishAt) };
  return { state: "published", since: formatInstant(publishAt) };
}
