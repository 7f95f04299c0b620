import { addDays, dayOf, formatDayAndMonth, formatWeekday, wallTimeOf } from "#kernel/time.ts";

/** "vineri, 23:59" within a week, else with the day of the month. */
export function momentInWords(at: Date, now: Date): string {
  const [today, day, time] = [dayOf(now), dayOf(at), wallTimeOf(at)];
  if (day <= today) return `azi, ${time}`;
  if (day === addDays(today, 1)) return `mâine, ${time}`;
  return day <= addDays(today, 6)
    ? `${formatWeekday(day)}, ${time}`
    : `pe ${formatDayAndMonth(day)}, ${time}`;
}
