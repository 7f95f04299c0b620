import { addDays, dayOf, formatInstant, instantOf, wallTimeOf } from "#kernel/time.ts";
import { appearsAt } from "./event-texts.ts";

/** Whether a night is public, for the card beside its form and for the page that publishes it. */
export type PublishingView =
  | { state: "draft" }
  /** `at`: when the night becomes public, in words. */
  | { state: "scheduled"; at: string }
  | { state: "published"; since: string };

/** Returns whether a night is public; `publishAt` is a Date or its ISO text. */
export function publishingView(publishAt: Date | string | null, now: Date): PublishingView {
  if (publishAt === null) return { state: "draft" };
  if (new Date(publishAt) > now) return { state: "scheduled", at: appearsAt(publishAt) };
  return { state: "published", since: formatInstant(publishAt) };
}

/**
 * Returns the moment that a form proposes before a night: tomorrow at ten; or halfway to the night when that is too
 * late.
 */
export function proposedMoment(now: Date, night: Date): { day: string; time: string } {
  const tomorrow = { day: addDays(dayOf(now), 1), time: "10:00" };
  if (instantOf(tomorrow.day, tomorrow.time) < night || night <= now) return tomorrow;
  const halfway = new Date((now.getTime() + night.getTime()) / 2);
  return { day: dayOf(halfway), time: wallTimeOf(halfway) };
}
