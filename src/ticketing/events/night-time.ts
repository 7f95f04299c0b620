import { closingHour, zone } from "#kernel/time.ts";

/**
 * When a night is, in SQL. The table of nights has three generated columns, so that no writer can forget them: a night
 * begins, lets people in and ends at these instants. Its own `date` stays its name, for people and for money, and is never
 * compared with now. A guessed hour is told to nobody: what is said comes from `time`, `doors` and `ends`.
 */
const begin = "coalesce(time, doors)";

/** Of the two instants that October's clocks show twice, the second; of the hour that March skips, the one after the jump. */
const second = (wall: string) => `((${wall}) AT TIME ZONE '${zone}')`;

// an interval after a zone is not immutable, and a generated column must be: hence the way over UTC
const hourBefore = (at: string) => `((${at} AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC')`;

const first = (wall: string) =>
  `CASE WHEN ${hourBefore(second(wall))} AT TIME ZONE '${zone}' = (${wall}) THEN ${hourBefore(second(wall))} ELSE ${second(wall)} END`;

/** The hour, else the doors, else 06:00: a night without hours lasts the whole business day. Of October's two hours the first. */
export const startsAt = first("date + coalesce(time, doors, '06:00')");

/**
 * The doors, else the begin, else the midnight that ends the date. Doors more than twelve hours after the begin are of the
 * day before (doors 23:00, begin 00:30).
 */
export const doorsAt = first(
  `CASE WHEN ${begin} IS NULL THEN date + 1 + time '00:00' WHEN doors - time > interval '12 hours' THEN date - 1 + doors ELSE date + coalesce(doors, time) END`,
);

/**
 * The stored end, on the next day when it is not after the begin; an end alone before noon is on the next day. Without one
 * 06:00 of the next morning, or six hours after a begin before 20:00. Of October's two hours the second, so that nobody is
 * sent away an hour early.
 */
export const endsAt = second(`CASE
  WHEN ends IS NOT NULL THEN CASE WHEN ends <= ${begin} OR (${begin} IS NULL AND ends < '12:00') THEN date + 1 ELSE date END + ends
  WHEN ${begin} < '20:00' THEN date + ${begin} + interval '6 hours' ELSE date + 1 + time '06:00' END`);

/** The database's clock: of the transaction, or of a statement that may have waited for locks. */
export type Clock = "now()" | "statement_timestamp()";

/** Whether the night `e` is over, by the database's clock. A night lasts until its end, not until midnight. */
export const isOver = (e: string, now: Clock = "now()") => `(${e}.ends_at <= ${now})`;

/** The phases of a night: before its doors, from the doors to the end, from the end on. */
export type NightPhase = "upcoming" | "ongoing" | "ended";

/** In SQL, the `NightPhase` of the night `e`. */
export const phaseOf = (e: string) =>
  `CASE WHEN ${isOver(e)} THEN 'ended' WHEN ${e}.doors_at <= now() THEN 'ongoing' ELSE 'upcoming' END`;

/** Whether it runs or is to come. Bounded for the index: no night lasts 31 hours. */
export const isAhead = (e: string) =>
  `(${e}.ends_at > now() AND ${e}.starts_at > now() - interval '31 hours')`;

/** Whether it has been over for so many seconds. */
export const isOverBy = (e: string, seconds: string) =>
  `(${e}.ends_at + make_interval(secs => ${seconds}) < now())`;

/** Whether it runs: from its doors to its end. */
export const isOngoing = (e: string, now = "now()") => `(${e}.doors_at <= ${now} AND ${e}.ends_at > ${now})`;

/** Whether any of it, from its doors on, is between these instants. */
export const isBetween = (e: string, from: string, to: string) =>
  `(least(${e}.starts_at, ${e}.doors_at) < ${to} AND ${e}.ends_at > ${from})`;

/**
 * An hour of the night `e`: the first moment with this wall clock from twelve hours before its doors on, so that "01:00" is
 * after midnight. Of October's two hours the second. The rule in TypeScript, for forms, is `lastEntry`.
 */
export const hourOfNight = (e: string, hour: string) => {
  const from = `((${e}.doors_at - interval '12 hours') AT TIME ZONE '${zone}')`;
  return second(`${from}::date + CASE WHEN ${hour} < ${from}::time THEN 1 ELSE 0 END + ${hour}`);
};

/** The 06:00 that begins the business day of `at`, or one so many days later. */
export const businessDayFrom = (days: number, at = "now()") =>
  `((((${at} AT TIME ZONE '${zone}') - interval '6 hours')::date + ${days} + time '${closingHour}') AT TIME ZONE '${zone}')`;

/** Whether any of `e` is in the business day of `at`: at five in the morning, "tonight" is the evening before. */
export const isTonight = (e: string, at = "now()") =>
  isBetween(e, businessDayFrom(0, at), businessDayFrom(1, at));

/** The first instant of the calendar day, so long after today. */
export const dayAhead = (days: string) =>
  `((date_trunc('day', now() AT TIME ZONE '${zone}') + interval '${days}') AT TIME ZONE '${zone}')`;

/** The name of the calendar day so long after today. */
export const dayNamed = (days: string) =>
  `((now() AT TIME ZONE '${zone}')::date + interval '${days}')::date::text`;

/** Whether the stored instants are those of its hours, by the zones that the database knows now, and it ends in less than 31 hours. */
export const isSound = `(starts_at = ${startsAt} AND doors_at = ${doorsAt} AND ends_at = ${endsAt}
  AND ends_at > starts_at AND ends_at < starts_at + interval '31 hours')`;

/** The order of nights: by begin. */
export const byStart = (e: string) => `${e}.starts_at, ${e}.id`;
