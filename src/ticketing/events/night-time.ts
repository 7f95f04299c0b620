/**
 * In SQL, the instant at which the night `e` ends: its stored end, on the next day when that is not after the begin; without
 * one, 06:00 of the next morning, or six hours after a begin before 20:00. Of the two hours that October's clocks show
 * twice the second, so that nobody is sent away an hour early.
 */
export const endsAt = (e: string) => {
  const begin = `coalesce(${e}.time, ${e}.doors)`;
  return `((CASE
    WHEN ${e}.ends IS NOT NULL THEN CASE WHEN ${e}.ends <= ${begin} OR (${begin} IS NULL AND ${e}.ends < '12:00') THEN ${e}.date + 1 ELSE ${e}.date END + ${e}.ends
    WHEN ${begin} < '20:00' THEN ${e}.date + ${begin} + interval '6 hours'
    ELSE ${e}.date + 1 + time '06:00' END) AT TIME ZONE 'Europe/Bucharest')`;
};

/** In SQL, by the database's clock, whether the night `e` is over. A night lasts until its end, not until midnight. */
export const isOver = (e: string) => `(${endsAt(e)} <= now())`;
