/** A calendar day as 'YYYY-MM-DD'. */
export type Day = string;
/** A wall-clock time as 'HH:MM'. */
export type WallTime = string;

export const zone = "Europe/Bucharest";

/** Durations are in seconds unless their name says otherwise: `30 * inSeconds.minute`. */
export const inSeconds = { minute: 60, hour: 3600, day: 86_400 } as const;

const parts = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

type Wall = { day: Day; time: WallTime };

function wallOf(instant: Date): Wall {
  const fields: Record<string, string> = {};
  for (const { type, value } of parts.formatToParts(instant)) fields[type] = value;
  return { day: `${fields.year}-${fields.month}-${fields.day}`, time: `${fields.hour}:${fields.minute}` };
}

/** The calendar day in Bucharest at this instant. */
export function dayOf(instant: Date): Day {
  return wallOf(instant).day;
}

/** The wall clock in Bucharest at this instant. */
export function wallTimeOf(instant: Date): WallTime {
  return wallOf(instant).time;
}

function offsetMinutes(instant: number): number {
  const wall = wallOf(new Date(instant));
  // rounded up, because the wall clock has no seconds: 22:00:59 shows as 22:00
  return Math.ceil((Date.parse(`${wall.day}T${wall.time}:00Z`) - instant) / 60_000);
}

/**
 * The instant at which Bucharest's clocks show this day and time. A time in the hour that March skips counts on from
 * the jump: 03:30 is 04:30. Of two equal times in October, the first.
 */
export function instantOf(day: Day, time: WallTime): Date {
  const { first, offsetBefore, asIfUtc } = instantsOf(day, time);
  return first ?? new Date(asIfUtc - offsetBefore * 60_000);
}

/** As `instantOf`, for an end: of two instants in October's repeated hour, the second. */
export function lastInstantOf(day: Day, time: WallTime): Date {
  return instantsOf(day, time).last ?? instantOf(day, time);
}

/** Whether Bucharest's clocks show this time on this day; false in the hour that is skipped in March. */
export function isHourOf(day: Day, time: WallTime): boolean {
  return instantsOf(day, time).first !== undefined;
}

function instantsOf(day: Day, time: WallTime) {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asIfUtc)) throw new RangeError(`no such wall time: ${day} ${time}`);
  const offsetBefore = offsetMinutes(asIfUtc - 24 * 3_600_000);
  const offsetAfter = offsetMinutes(asIfUtc + 24 * 3_600_000);
  const instants = [Math.max(offsetBefore, offsetAfter), Math.min(offsetBefore, offsetAfter)]
    .filter((offset) => offsetMinutes(asIfUtc - offset * 60_000) === offset)
    .map((offset) => new Date(asIfUtc - offset * 60_000));
  return { first: instants[0], last: instants.at(-1), offsetBefore, asIfUtc };
}

/** The end of something that begins on `day` at `begin`. An `end` that is not after `begin` is on the next day. */
export function endOf(day: Day, begin: WallTime, end: WallTime): Date {
  return lastInstantOf(end <= begin ? addDays(day, 1) : day, end);
}

/** The time at which a club's day ends: an event at five in the morning belongs to the evening before. */
export const closingHour: WallTime = "06:00";

/** The business day at this instant, from closing hour to closing hour; "tonight" means this. */
export function businessDay(now: Date): { readonly day: Day; readonly from: Date; readonly to: Date } {
  const { day: date, time } = wallOf(now);
  const day = time < closingHour ? addDays(date, -1) : date;
  return { day, from: instantOf(day, closingHour), to: instantOf(addDays(day, 1), closingHour) };
}

/** The instant in Bucharest time with its offset (ISO 8601): "2027-06-26T22:00:00+03:00". */
export function isoInBucharest(instant: Date): string {
  const offset = offsetMinutes(instant.getTime());
  const wall = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  return `${wall}+${String(Math.floor(offset / 60)).padStart(2, "0")}:${String(offset % 60).padStart(2, "0")}`;
}

/** The day that is `days` later (earlier when negative). */
export function addDays(day: Day, days: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The same day `months` months later, or the last day of that month when it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

const longDate = new Intl.DateTimeFormat("ro-RO", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const slideDate = new Intl.DateTimeFormat("ro-RO", {
  timeZone: "UTC",
  weekday: "long",
  day: "2-digit",
  month: "long",
  year: "numeric",
});

const weekday = new Intl.DateTimeFormat("ro-RO", { timeZone: "UTC", weekday: "long" });
const dayAndMonth = new Intl.DateTimeFormat("ro-RO", { timeZone: "UTC", day: "numeric", month: "long" });
const shortMonth = new Intl.DateTimeFormat("ro-RO", { timeZone: "UTC", month: "short" });

const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** "sâmbătă, 26 iunie 2027" */
export function formatLongDate(day: Day): string {
  return longDate.format(noon(day));
}

/** Weekday, two-digit day, month, year: "sâmbătă, 05 iunie 2027". */
export function formatSlideDate(day: Day): string {
  return slideDate.format(noon(day));
}

/** "vineri" */
export function formatWeekday(day: Day): string {
  return weekday.format(noon(day));
}

/** "26 iunie" */
export function formatDayAndMonth(day: Day): string {
  return dayAndMonth.format(noon(day));
}

/** "26.06.2027" */
export function formatShortDate(day: Day): string {
  return day.split("-").reverse().join(".");
}

/** Two-digit day and short month: "26", "iun". */
export function posterDate(day: Day): { date: string; month: string } {
  return { date: day.slice(8), month: shortMonth.format(noon(day)).replace(".", "") };
}

/** An instant in Bucharest time: "26.06.2027, 22:00". Takes a Date or its ISO text. */
export function formatInstant(instant: Date | string): string {
  const wall = wallOf(new Date(instant));
  return `${formatShortDate(wall.day)}, ${wall.time}`;
}
