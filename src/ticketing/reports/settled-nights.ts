import { isUuid } from "#kernel/id.ts";
import { businessDay, type Day } from "#kernel/time.ts";

/** One night, or all nights of some days, both ends included. */
export type SettledNights = { readonly eventId: string } | { readonly from: Day; readonly to: Day };

/** The nights that an address names: `event`, or `from` and `to`. Without these, the nights of the present month. */
export function settledNightsOf(query: URLSearchParams, now: Date): SettledNights {
  const eventId = query.get("event");
  return isUuid(eventId) ? { eventId } : settledDaysOf(query, now);
}

export function settledDaysOf(query: URLSearchParams, now: Date): { readonly from: Day; readonly to: Day } {
  const { day: today } = businessDay(now);
  const from = dayOfQuery(query.get("from")) ?? `${today.slice(0, 7)}-01`;
  const to = dayOfQuery(query.get("to")) ?? today;
  return from <= to ? { from, to } : { from: to, to: from };
}

/** A day of this century in an address; undefined for every other text. */
export function dayOfQuery(text: string | null): Day | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}
