import { type Day, isHourOf, type WallTime } from "#kernel/time.ts";
import { noSuchHour, type Problems } from "#ticketing/forms/field-problem.ts";
import { date, number, optional, smallNumber, textUpTo, ticked, time } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { dayOfHour, isOfDayBefore, type NightHour } from "./enter-until.ts";

/** The fields for when and where a night is; moving a night changes these. */
export const whenAndWhere = {
  date: date(),
  time: optional(time()),
  doors: optional(time()),
  ends: optional(time()),
  location: textUpTo(lengths.location),
  address: optional(textUpTo(lengths.location)),
  directions: optional(textUpTo(lengths.directions, "text")),
};

const fields = {
  name: textUpTo(lengths.catalogueName),
  title: textUpTo(lengths.eventTitle),
  description: textUpTo(lengths.description, "text"),
  ...whenAndWhere,
  /** The hour at which online sale stops; null: at the night's end. */
  sale_until: optional(time()),
  /** In years. */
  minimum_age: optional(smallNumber()),
  capacity: number(1, limits.capacity),
  artists: ticked(limits.artistsPerNight, "in_order"),
};

/** The form of a night. Artists are in their order on the bill. An end before the beginning is on the next day. */
export const nightForm = form(fields, (_, night) => wrongHours(night));

export type EventField = keyof typeof fields;
export type EventValues = typeof nightForm.empty;
type Accepted = AcceptedBy<typeof fields>;
type Optional = "doors" | "ends" | "address" | "directions" | "minimumAge" | "saleUntil";
/** The form's values; an optional field that is left out stays as it is. */
export type EventForm = Omit<Accepted, Optional> & Partial<Pick<Accepted, Optional>>;

type Hours = {
  readonly date: Day;
  readonly time: WallTime | null;
  readonly doors?: WallTime | null;
  readonly ends?: WallTime | null;
  readonly saleUntil?: WallTime | null;
};

/** Finds hours that the clocks skip, an end equal to the beginning, and doors after the beginning. */
export function wrongHours(night: Hours | null): Problems<NightHour> {
  // when a date or hour cannot be read, only that is reported
  if (night === null) return {};
  const { date, time, doors = null, ends = null, saleUntil = null } = night;
  const problems: Problems<NightHour> = {};
  for (const [field, hour] of Object.entries({ time, doors, ends, sale_until: saleUntil })) {
    if (hour === null) continue;
    const day = dayOfHour({ date, time, doors }, field as NightHour, hour);
    if (!isHourOf(day, hour)) problems[field as NightHour] = noSuchHour(day, hour);
  }
  if (ends !== null && ends === (time ?? doors)) problems.ends ??= "same_hour";
  if (doors !== null && time !== null && doors > time && !isOfDayBefore(doors, time))
    problems.doors ??= "after_begin";
  return problems;
}
