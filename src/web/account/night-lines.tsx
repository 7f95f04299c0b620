import { formatShortDate } from "#kernel/time.ts";

/** 'YYYY-MM-DD' and "22:00" */
export type NightLine = { title: string; date: string; time: string | null };

/** The nights that belong together: of a pass, or of a ticket for several. */
export function NightLines({ nights }: { nights: readonly NightLine[] }) {
  return (
    <ul className="night-lines">
      {nights.map(({ title, date, time }) => (
        <li key={`${date} ${time} ${title}`}>
          <span>{title}</span>{" "}
          <span className="figures">
            {formatShortDate(date)}
            {time ? `, ${time}` : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
