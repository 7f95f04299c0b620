import { type Day, dayOf } from "#kernel/time.ts";

/** The day in Bucharest, found out anew twice a second: asking the calendar costs more than sending a page. */
export function rememberToday(now: () => Date): () => Day {
  let day = "";
  let until = 0;
  return () => {
    const at = performance.now();
    if (at >= until) {
      day = dayOf(now());
      until = at + 500;
    }
    return day;
  };
}
