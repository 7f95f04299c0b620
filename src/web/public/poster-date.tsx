import { posterDate } from "#kernel/time.ts";

/** Day and month as a poster prints them. Screen readers get the whole date, which stands beside the poster. */
export function PosterDate({ day }: { day: string }) {
  const { date, month } = posterDate(day);
  return (
    <p className="poster-date display" aria-hidden="true">
      <b>{date}</b>
      {month}
    </p>
  );
}
