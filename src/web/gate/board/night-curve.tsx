import { wallTimeOf } from "#kernel/time.ts";
import type { Quarter } from "#ticketing/gate/entries-by-quarter.ts";
import { boardTexts as texts } from "./board-texts.ts";

export type QuarterView = { from: string; until: string; people: number };

const quarter = 15 * 60_000;

/** Undone entries are taken off when they were undone, so that a quarter of an hour may be below none: it is shown as none. */
export function quarterViews(quarters: readonly Quarter[]): QuarterView[] {
  return quarters.map(({ from, entered }) => ({
    from: wallTimeOf(from),
    until: wallTimeOf(new Date(from.getTime() + quarter)),
    people: Math.max(0, entered),
  }));
}

/** How many people came in, quarter of an hour by quarter of an hour. */
export function NightCurve({ quarters }: { quarters: readonly QuarterView[] }) {
  if (quarters.length === 0) return null;
  const most = Math.max(1, ...quarters.map(({ people }) => people));
  return (
    <section className="gates__card board__curve">
      <h2>{texts.curve}</h2>
      <ol>
        {quarters.map(({ from, until, people }) => (
          <li key={from} title={texts.quarter(from, until, people)}>
            <b>{people}</b>
            <i style={{ "--part": people / most }} aria-hidden="true" />
            <span>{from}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
