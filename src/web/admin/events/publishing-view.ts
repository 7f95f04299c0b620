import { addDays, dayOf, formatInstant, instantOf, wallTimeOf } from "#kernel/time.ts";
import { appearsAt } from "./event-texts.ts";

/** Returns whether a night is public, with the moment in words, for its card and for the page that publishes it. */
export function publishingView(publishAt: Date | null, now: Date) {
  if (publishAt === null) return { state: "draft" } as const;
  if (publishAt > now) return { state: "scheduled", at: appearsAt(publishAt) } as const;
  return { state: "published", since: formatInstant(publishAt) } as const;
}

/** Returns the moment that a form proposes before a night: tomorrow at ten, or halfway when that is too late. */
export function proposedMoment(now: Date, night: Date): { day: string; time: string } {
  const tomorrow = { day: addDays(dayOf(now), 1), time: "10:00" };
  if (instantOf(tomorrow.day, tomorrow.time) < night || night <= now) return tomorrow;
  const halfway = new Date((now.getTime() + night.getTime()) / 2);
  return { day: dayOf(halfway), time: wallTimeOf(halfway) };
}
