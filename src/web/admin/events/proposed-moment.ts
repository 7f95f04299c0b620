import { addDays, dayOf, instantOf, wallTimeOf } from "#kernel/time.ts";

/** The moment that a form proposes for what comes before a night: tomorrow at ten, else halfway to it. */
export function proposedMoment(now: Date, night: Date): { day: string; time: string } {
  const tomorrow = { day: addDays(dayOf(now), 1), time: "10:00" };
  if (instantOf(tomorrow.day, tomorrow.time) < night || night <= now) return tomorrow;
  const halfway = new Date((now.getTime() + night.getTime()) / 2);
  return { day: dayOf(halfway), time: wallTimeOf(halfway) };
}
