import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import { addDays, addMonths, type Day } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { EventPeriod, EventSummary } from "./event.ts";
import { type SummaryRow, summary, summaryOf, withSales } from "./event-queries.server.ts";

export type EventSearch = {
  readonly text: string;
  readonly period: EventPeriod;
  readonly withUnavailable: boolean;
  readonly today: Day;
  /** How many make a page. */
  readonly limit: number;
  /** From 1. */
  readonly page: number;
};

export type FoundEvents = {
  readonly events: EventSummary[];
  /** Whether another page follows. */
  readonly more: boolean;
  /** How many unavailable events match search and period, shown or not. */
  readonly unavailable: number;
  /** Whether there is any night to come, also outside the search. */
  readonly anyUpcoming: boolean;
  /** The artists whose name or tagline has the words, few of them; none without words. */
  readonly artists: readonly { readonly slug: string; readonly name: string }[];
};

const artistsShown = 6;

const artistNames =
  "(SELECT string_agg(a.name, ' ') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id)";
const matches = `($2::date IS NULL OR e.date >= $2) AND ($3::date IS NULL OR e.date <= $3)
  AND ${hasWords("$4", ["e.name", "e.title", "e.location", "e.description", artistNames])}`;
const open = "(e.is_available AND e.cancelled_at IS NULL)";

// each half is read along the index of dates and no further than the page reaches, so that a page of ten thousand
// nights costs what a page of ten does
const half = (side: number, condition: string, direction: string) =>
  `(SELECT e.id, ${side} AS side, row_number() OVER (ORDER BY e.date ${direction}, e.time NULLS FIRST, e.id) AS place FROM events e
    WHERE ${condition} AND ${matches} AND ($5 OR ${open}) ORDER BY e.date ${direction}, e.time NULLS FIRST, e.id LIMIT $6::int + $7::int + 1)`;

const found = `SELECT id, side, place FROM (${half(0, "e.date >= $1", "ASC")} UNION ALL ${half(1, "e.date < $1", "DESC")}) h
  ORDER BY side, place OFFSET $6 LIMIT $7::int + 1`;

const statement = {
  name: "search-events",
  text: `SELECT
    (SELECT coalesce(json_agg(n ORDER BY n.side, n.place), '[]') FROM (
       SELECT f.side, f.place, ${summary} FROM (${found}) f JOIN events e ON e.id = f.id ${withSales}) n) AS events,
    (SELECT count(*)::int FROM events e WHERE NOT ${open} AND ${matches}) AS unavailable,
    EXISTS (SELECT FROM events WHERE date >= $1) AS "anyUpcoming",
    (SELECT coalesce(json_agg(n), '[]') FROM (SELECT a.slug, a.name FROM artists a
       WHERE $4::text[] <> '{}' AND ${hasWords("$4", ["a.name", "a.tagline"])}
       ORDER BY a.name COLLATE "ro-x-icu", a.id LIMIT ${artistsShown}) n) AS artists`,
};

type FoundRow = Pick<FoundEvents, "unavailable" | "anyUpcoming" | "artists"> & {
  readonly events: readonly (SummaryRow & { readonly side: number; readonly place: number })[];
};

/**
 * One page of the list with its filters, in one statement: what is to come by date, then what has passed, the latest
 * of it first. The search finds every word of it in name, place, description and the names of the artists together, and
 * the artists by their own name and tagline (decision 52).
 */
export async function searchEvents(reader: Sql, search: EventSearch): Promise<FoundEvents> {
  const { from, to } = daysOf(search.period, search.today);
  const { rows } = await reader.query<FoundRow>({
    ...statement,
    values: [
      search.today,
      from,
      to,
      wordPatterns(search.text),
      search.withUnavailable,
      (search.page - 1) * search.limit,
      search.limit,
    ],
  });
  const { events, unavailable, anyUpcoming, artists } = only(rows);
  return {
    events: events.slice(0, search.limit).map(({ side: _, place: __, ...row }) => summaryOf(row)),
    more: events.length > search.limit,
    unavailable,
    anyUpcoming,
    artists,
  };
}

/** The last day of a period that begins today; null where it has no end. */
export function lastDayOf(period: EventPeriod, today: Day): Day | null {
  return daysOf(period, today).to;
}

function daysOf(period: EventPeriod, today: Day): { from: Day | null; to: Day | null } {
  switch (period) {
    case "all":
      return { from: null, to: null };
    case "upcoming":
      return { from: today, to: null };
    case "week":
      return { from: today, to: addDays(today, 7) };
    case "month":
      return { from: today, to: addMonths(today, 1) };
  }
}
