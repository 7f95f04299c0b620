import { addDays, type Day, formatWeekday, instantOf, lastInstantOf, type WallTime } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";

/** The fields that tell when people are let in: at the doors, else the beginning, else the midnight after `date`. */
export type NightHours = {
  readonly date: Day;
  readonly doors: WallTime | null;
  readonly time: WallTime | null;
};

/** When people are let in, in seconds since 1970: `doorsAt` of night-time, for nights not stored and for phones. */
export function letInAt({ date, doors, time }: NightHours): number {
  const begins = doors ?? time;
  if (begins === null) return secondsOf(addDays(date, 1), "00:00");
  return secondsOf(isOfDayBefore(doors, time) ? addDays(date, -1) : date, begins);
}

/** Whether the doors open on the day before `date`, as doors at 23:00 for a night that begins at 00:30. */
export function isOfDayBefore(doors: WallTime | null, time: WallTime | null): boolean {
  return doors !== null && time !== null && minutesOf(doors) - minutesOf(time) > 12 * 60;
}

function minutesOf(time: WallTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * When a type with this last hour of entry stops admitting, in seconds since 1970. The hour counts from
 * `ticketBeforeNight` before the doors, so that "01:00" is after midnight. The same as `hourOfNight` of night-time,
 * for forms and phones.
 */
export function lastEntry(night: NightHours, hour: WallTime): number {
  return latestSecondsOf(dayOfLastHour(night, hour), hour);
}

function dayOfLastHour(night: NightHours, hour: WallTime): Day {
  const from = letInAt(night) - durations.ticketBeforeNight;
  const days = [-1, 0, 1].map((n) => addDays(night.date, n));
  return days.find((day) => latestSecondsOf(day, hour) >= from) ?? night.date;
}

/** The hours of a night, by the names of their form fields. */
export type NightHour = "time" | "doors" | "ends" | "sale_until";

/** The day on which an hour of a night falls: the night's date, the day before, or the day after. */
export function dayOfHour(night: NightHours, which: NightHour, hour: WallTime): Day {
  const { date, doors, time } = night;
  const begin = time ?? doors;
  switch (which) {
    case "time":
      return date;
    case "doors":
      return isOfDayBefore(hour, time) ? addDays(date, -1) : date;
    case "ends":
      // of a night without other hours, an end before noon is on the next morning
      return hour <= (begin ?? "11:59") ? addDays(date, 1) : date;
    case "sale_until":
      return dayOfLastHour(night, hour);
  }
}

/** Whether a type with this last hour no longer admits, at the gate and in the sale. `now`: seconds since 1970. */
export function isEntryOver(night: NightHours, hour: WallTime | null, now: number): boolean {
  return hour !== null && now >= lastEntry(night, hour);
}

/** Whether the new last hour of entry is earlier than the one on sold tickets. Null is no last hour, the latest. */
export function isEarlierEntry(
  newHour: WallTime | null,
  oldHour: WallTime | null,
  night: NightHours,
): boolean {
  if (newHour === null) return false;
  return oldHour === null || lastEntry(night, newHour) < lastEntry(night, oldHour);
}

/** Whether the last hour of entry is before people are let in. False if the night tells no hour. */
export function isBeforeNight(hour: WallTime, night: NightHours): boolean {
  const begins = night.doors ?? night.time;
  return begins !== null && lastEntry(night, hour) < letInAt(night);
}

/** When the clocks go back, takes the second of the two equal hours, so that nobody is refused an hour early. */
function latestSecondsOf(day: Day, hour: WallTime): number {
  return Math.floor(lastInstantOf(day, hour.slice(0, 5)).getTime() / 1000);
}

function secondsOf(day: Day, hour: WallTime): number {
  return Math.floor(instantOf(day, hour.slice(0, 5)).getTime() / 1000);
}

/** The hour of the doors: "23:30", or "marți la 23:30" when that is not the night's date. Null if none is set. */
export function hourOfDoors(night: NightHours): string | null {
  if (night.doors === null) return null;
  const day = dayOfHour(night, "doors", night.doors);
  return day === night.date ? night.doors : `${formatWeekday(day)} la ${night.doors}`;
}
