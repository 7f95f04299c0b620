import { addDays, dayOf, formatInstant, instantOf, wallTimeOf } from "#kernel/time.ts";
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

/** The moment that a form proposes for what comes before a night: tomorrow at ten, else halfway to it. */
export function proposedMoment(now: Date, night: Date): { day: string; time: string } {
  const tomorrow = { day: addDays(dayOf(now), 1), time: "10:00" };
  if (instantOf(tomorrow.day, tomorrow.time) < night || night <= now) return tomorrow;
  const halfway = new Date((now.getTime() + night.getTime()) / 2);
  return { day: dayOf(halfway), time: wallTimeOf(halfway) };
}
