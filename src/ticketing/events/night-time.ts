import { closingHour, zone } from "#kernel/time.ts";

/**
 * When a night is, in SQL. Three generated columns of the table of nights hold the instants at which it begins, opens
 * its doors and ends, so no writer can forget them. `date` is the night's name for people and for money, and is never
 * compared with now. People are shown only `time`, `doors` and `ends`, never a computed hour.
 */
const begin = "coalesce(time, doors)";

/** The instant of a local time: in October the second of two equal hours; in March's gap, after the jump. */
const laterInstant = (wall: string) => `((${wall}) AT TIME ZONE '${zone}')`;

// an interval added to a zoned time is not immutable, which a generated column requires; hence the way over UTC
const hourBefore = (at: string) => `((${at} AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC')`;

const earlierInstant = (wall: string) =>
  `CASE WHEN ${hourBefore(laterInstant(wall))} AT TIME ZONE '${zone}' = (${wall}) THEN ${hourBefore(laterInstant(wall))} ELSE ${laterInstant(wall)} END`;

/**
 * The beginning: the hour, else the doors, else 06:00, so that a night without hours lasts the whole business day. In
 * October the first of two equal hours.
 */
export const startsAt = earlierInstant("date + coalesce(time, doors, '06:00')");

/**
 * The doors, else the beginning, else the midnight after `date`. Doors more than twelve hours later than the
 * beginning are on the day before (doors 23:00, beginning 00:30).
 */
export const doorsAt = earlierInstant(
  `CASE WHEN ${begin} IS NULL THEN date + 1 + time '00:00' WHEN doors - time > interval '12 hours' THEN date - 1 + doors ELSE date + coalesce(doors, time) END`,
);

/**
 * The set end; on the next day if it is not after the beginning, or if only an end before noon is set. Without an
 * end: 06:00 of the next morning, or six hours after a beginning before 20:00. In October the second of two equal
 * hours, so that nobody is sent away an hour early.
 */
export const endsAt = laterInstant(`CASE
  WHEN ends IS NOT NULL THEN CASE WHEN ends <= ${begin} OR (${begin} IS NULL AND ends < '12:00') THEN date + 1 ELSE date END + ends
  WHEN ${begin} < '20:00' THEN date + ${begin} + interval '6 hours' ELSE date + 1 + time '06:00' END`);

/** The database's clock: the time of the transaction, or of the statement, which may have waited for locks. */
export type Clock = "now()" | "statement_timestamp()";

/** SQL: whether night `e` is over. A night lasts until its end, not until midnight. */
export const isOver = (e: string, now: Clock = "now()") => `(${e}.ends_at <= ${now})`;

/** The phases of a night: before the doors, from the doors to the end, from the end on. */
export type NightPhase = "upcoming" | "ongoing" | "ended";

/** SQL: the `NightPhase` of night `e`. */
export const phaseOf = (e: string) =>
  `CASE WHEN ${isOver(e)} THEN 'ended' WHEN ${e}.doors_at <= now() THEN 'ongoing' ELSE 'upcoming' END`;

/**
 * SQL: whether night `e` is running or coming. The bound on `starts_at` serves the index: no night lasts 31 hours.
 */
export const isAhead = (e: string) =>
  `(${e}.ends_at > now() AND ${e}.starts_at > now() - interval '31 hours')`;

/** SQL: whether night `e` has been over for so many seconds. */
export const isOverBy = (e: string, seconds: string) =>
  `(${e}.ends_at + make_interval(secs => ${seconds}) < now())`;

/** SQL: whether night `e` is running, from its doors to its end. */
export const isOngoing = (e: string, now = "now()") => `(${e}.doors_at <= ${now} AND ${e}.ends_at > ${now})`;

/** SQL: whether any part of night `e`, from its doors on, is between these instants. */
export const isBetween = (e: string, from: string, to: string) =>
  `(least(${e}.starts_at, ${e}.doors_at) < ${to} AND ${e}.ends_at > ${from})`;

/**
 * SQL: an hour of night `e` as an instant: the first moment with this local time from twelve hours before its doors
 * on, so that "01:00" is after midnight. In October the second of two equal hours. `lastEntry` is the same rule in
 * TypeScript.
 */
export const hourOfNight = (e: string, hour: string) => {
  const from = `((${e}.doors_at - interval '12 hours') AT TIME ZONE '${zone}')`;
  return laterInstant(`${from}::date + CASE WHEN ${hour} < ${from}::time THEN 1 ELSE 0 END + ${hour}`);
};

/** SQL: the 06:00 that begins the business day of `at`, or of the day so many days later. */
export const businessDayFrom = (days: number, at = "now()") =>
  `((((${at} AT TIME ZONE '${zone}') - interval '6 hours')::date + ${days} + time '${closingHour}') AT TIME ZONE '${zone}')`;

/** SQL: whether a part of night `e` is in the business day of `at`: at five in the morning it is still last evening. */
export const isTonight = (e: string, at = "now()") =>
  isBetween(e, businessDayFrom(0, at), businessDayFrom(1, at));

/** SQL: the first instant of the calendar day that is `days` after today. */
export const dayAhead = (days: string) =>
  `((date_trunc('day', now() AT TIME ZONE '${zone}') + interval '${days}') AT TIME ZONE '${zone}')`;

/** SQL: the calendar day that is `days` after today, as text. */
export const dayNamed = (days: string) =>
  `((now() AT TIME ZONE '${zone}')::date + interval '${days}')::date::text`;

/** SQL: whether the stored instants match the night's hours in today's time zones, and it lasts less than 31 hours. */
export const hasCorrectInstants = `(starts_at = ${startsAt} AND doors_at = ${doorsAt} AND ends_at = ${endsAt}
  AND ends_at > starts_at AND ends_at < starts_at + interval '31 hours')`;

/** SQL: the order of nights, by beginning. */
export const byStart = (e: string) => `${e}.starts_at, ${e}.id`;
