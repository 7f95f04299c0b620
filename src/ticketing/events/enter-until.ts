import { addDays, type Day, formatWeekday, instantOf, lastInstantOf, type WallTime } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/** What says when people are let in: at the doors, else at the beginning, else at the midnight that ends its day. */
export type LetIn = { readonly date: Day; readonly doors: WallTime | null; readonly time: WallTime | null };

/** The moment from which people are let in: `doorsAt` of night-time, for what is not stored, and for phones. Seconds since 1970. */
export function letInAt({ date, doors, time }: LetIn): number {
  const begins = doors ?? time;
  if (begins === null) return at(addDays(date, 1), "00:00");
  return at(isOfDayBefore(doors, time) ? addDays(date, -1) : date, begins);
}

/** Doors 23:00 of a night that begins at 00:30 open on the day before. */
export function isOfDayBefore(doors: WallTime | null, time: WallTime | null): boolean {
  return doors !== null && time !== null && minutesOf(doors) - minutesOf(time) > 12 * 60;
}

function minutesOf(time: WallTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * The moment from which a type that admits until an hour of the night admits no more: that hour in the day that begins
 * `ticketBeforeNight` before people are let in, so that "01:00" is after midnight. `hourOfNight` of night-time, for forms
 * and phones. Seconds since 1970.
 */
export function lastEntry(night: LetIn, hour: WallTime): number {
  return lastAt(dayOfLastHour(night, hour), hour);
}

function dayOfLastHour(night: LetIn, hour: WallTime): Day {
  const from = letInAt(night) - durations.ticketBeforeNight;
  const days = [-1, 0, 1].map((n) => addDays(night.date, n));
  return days.find((day) => lastAt(day, hour) >= from) ?? night.date;
}

/** The hours of a night, by the names of their fields. */
export type NightHour = "time" | "doors" | "ends" | "sale_until";

/** The day on which an hour of a night falls: that of its date, the day before, or the one after. */
export function dayOfHour(night: LetIn, which: NightHour, hour: WallTime): Day {
  const { date, doors, time } = night;
  const begin = time ?? doors;
  switch (which) {
    case "time":
      return date;
    case "doors":
      return isOfDayBefore(hour, time) ? addDays(date, -1) : date;
    case "ends":
      return hour <= (begin ?? "11:59") ? addDays(date, 1) : date;
    case "sale_until":
      return dayOfLastHour(night, hour);
  }
}

/** Whether a type that admits until this hour admits no more: at the gate, and in the sale. `now` is in seconds since 1970. */
export function isEntryOver(night: LetIn, hour: WallTime | null, now: number): boolean {
  return hour !== null && now >= lastEntry(night, hour);
}

/** Whether the last hour of entry is earlier than the one that sold tickets show, none being the latest. */
export function isEarlierEntry(is: WallTime | null, was: WallTime | null, night: LetIn): boolean {
  if (is === null) return false;
  return was === null || lastEntry(night, is) < lastEntry(night, was);
}

/** Whether nobody could come in so early: the hour is before people are let in, of a night that says when. */
export function isBeforeNight(hour: WallTime, night: LetIn): boolean {
  const begins = night.doors ?? night.time;
  return begins !== null && lastEntry(night, hour) < letInAt(night);
}

/** Of October's two hours the second, so that nobody is refused an hour early. */
function lastAt(day: Day, hour: WallTime): number {
  return Math.floor(lastInstantOf(day, hour.slice(0, 5)).getTime() / 1000);
}

function at(day: Day, hour: WallTime): number {
  return Math.floor(instantOf(day, hour.slice(0, 5)).getTime() / 1000);
}

/** "23:30", or "marți la 23:30" when the doors open on another day than the night's date; null where nobody wrote it. */
export function hourOfDoors(night: LetIn): string | null {
  if (night.doors === null) return null;
  const day = dayOfHour(night, "doors", night.doors);
  return day === night.date ? night.doors : `${formatWeekday(day)} la ${night.doors}`;
}
