import { addDays, type Day, instantOf, type WallTime } from "#kernel/time.ts";
import nights from "./season-nights.json" with { type: "json" };
import unpublished from "./season-unpublished.json" with { type: "json" };

export type SeasonNight = {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly date: Day;
  readonly time: WallTime | null;
  /** An hour before the begin unless told. */
  readonly doors?: WallTime;
  readonly light: string;
  /** The name of its painted picture. */
  readonly picture: string | null;
  /** People. */
  readonly capacity: number;
  readonly is_available: boolean;
  /** Lei of its cheapest ordinary ticket; null when it has no ticket types. */
  readonly fromLei: number | null;
  /** Orders to invent for it; null invents until nobody fits any more. */
  readonly orders: number | null;
  /** The artists by their key. */
  readonly bill: readonly string[];
};

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The first such weekday that is `days` days from today or later. */
function weekdayFrom(today: Day, days: number, weekday: string): Day {
  const earliest = addDays(today, days);
  const earliestWeekday = new Date(`${earliest}T12:00:00Z`).getUTCDay();
  return addDays(earliest, (weekdays.indexOf(weekday) - earliestWeekday + 7) % 7);
}

/** Nights that nobody sees yet: a draft, and one that appears the day after tomorrow. */
export function unpublishedNights(today: Day): (SeasonNight & { readonly publishAt: Date | null })[] {
  return unpublished.map(({ days, weekday, publishDays, ...night }) => ({
    ...night,
    date: weekdayFrom(today, days, weekday),
    publishAt: publishDays === null ? null : instantOf(addDays(today, publishDays), "10:00"),
  }));
}

/** The nights around a day: five past, one today, one within the week, three within the month, five later. */
export function seasonNights(today: Day): SeasonNight[] {
  return nights.map(({ days, weekday, ...night }) => ({
    ...night,
    date: weekday === null ? addDays(today, days) : weekdayFrom(today, days, weekday),
  }));
}
