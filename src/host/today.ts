import { type Day, dayOf } from "#kernel/time.ts";

const hour = 3_600_000;

/**
 * The day in Bucharest. Asking the calendar costs more than sending a page, and a day begins on a full hour, so it is
 * asked once an hour.
 */
export function rememberToday(now: () => Date): () => Day {
  let day = "";
  let known = Number.NaN;
  return () => {
    const at = now();
    const current = Math.floor(at.getTime() / hour);
    if (current !== known) {
      day = dayOf(at);
      known = current;
    }
    return day;
  };
}
