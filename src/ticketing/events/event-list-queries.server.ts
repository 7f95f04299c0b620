import { foldedText, hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import { fold } from "#kernel/romanian.ts";
import type { Day } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { EventPeriod, EventSummary } from "./event.ts";
import { summary } from "./event-queries.server.ts";
import { byStart, dayAhead, dayNamed, isAhead, isOver } from "./night-time.ts";
import { withSale } from "./sale-state-queries.server.ts";

export type EventSearch = {
  readonly text: string;
  readonly period: EventPeriod;
  readonly withUnavailable: boolean;
  /** How many nights a page has. */
  readonly limit: number;
  /** Counted from 1. */
  readonly page: number;
};

export type FoundEvents = {
  readonly events: EventSummary[];
  /** Whether another page follows. */
  readonly more: boolean;
  /** How many unavailable nights match search and period, shown or not. */
  readonly unavailable: number;
  /** The last day of the period; null when it has no end. */
  readonly until: Day | null;
  /** Whether any night is running or coming, even outside the search. */
  readonly anyUpcoming: boolean;
  /** A few artists whose name or tagline has the words; empty without words. */
  readonly artists: readonly { readonly slug: string; readonly name: string }[];
};

const artistsShown = 6;

const artistNames =
  "(SELECT string_agg(a.name, ' ') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id)";
// days by the calendar, plus a night that is still running; the bounds use only `starts_at`, for its index
const ofPeriod = `($1 = 'all' OR e.starts_at >= ${dayAhead("0 days")} OR ${isAhead("e")})
  AND CASE $1 WHEN 'week' THEN e.starts_at < ${dayAhead("8 days")} WHEN 'month' THEN e.starts_at < ${dayAhead("1 month 1 day")} ELSE true END`;
const matches = `${ofPeriod} AND ${hasWords("$2", ["e.name", "e.title", "e.location", "e.description", artistNames])}`;
const isOpen = "(e.is_available AND e.cancelled_at IS NULL)";

// each half reads the index of beginnings only as far as the page reaches, so that a page among ten thousand nights
// costs the same as among ten
const half = (side: number, condition: string, order: string) =>
  `(SELECT e.id, ${side} AS side, row_number() OVER (ORDER BY ${order}) AS place FROM events e
    WHERE ${condition} AND ${matches} AND ($3 OR ${isOpen}) ORDER BY ${order} LIMIT $4::int + $5::int + 1)`;

const past = `${isOver("e")} AND e.starts_at <= now()`;
const foundIds = `SELECT id, side, place FROM (${half(0, isAhead("e"), byStart("e"))} UNION ALL ${half(1, past, "e.starts_at DESC, e.id")}) h
  ORDER BY side, place OFFSET $4 LIMIT $5::int + 1`;

const statement = {
  name: "search-events",
  text: `SELECT
    (SELECT coalesce(json_agg(n ORDER BY n.side, n.place), '[]') FROM (
       SELECT f.side, f.place, ${summary} FROM (${foundIds}) f JOIN events e ON e.id = f.id ${withSale}) n) AS events,
    (SELECT count(*)::int FROM events e WHERE NOT ${isOpen} AND ${matches}) AS unavailable,
    EXISTS (SELECT FROM events e WHERE ${isAhead("e")}) AS "anyUpcoming",
    CASE $1 WHEN 'week' THEN ${dayNamed("7 days")} WHEN 'month' THEN ${dayNamed("1 month")} END AS until,
    (SELECT coalesce(json_agg(n), '[]') FROM (SELECT a.slug, a.name FROM artists a
       WHERE $2::text[] <> '{}' AND ${hasWords("$2", ["a.name", "a.tagline"])}
       ORDER BY a.name COLLATE "ro-x-icu", a.id LIMIT ${artistsShown}) n) AS artists`,
};

type FoundRow = Pick<FoundEvents, "unavailable" | "anyUpcoming" | "until" | "artists"> & {
  readonly events: readonly (EventSummary & { readonly side: number; readonly place: number })[];
};

/**
 * One page of the list with its filters, in one statement: running and coming nights by beginning, then past ones,
 * latest first. A night matches if all words occur in its name, place, description or artists' names together; an
 * artist by name and tagline.
 */
export async function searchEvents(reader: Sql, search: EventSearch): Promise<FoundEvents> {
  const { rows } = await reader.query<FoundRow>({
    ...statement,
    values: [
      search.period,
      wordPatterns(search.text),
      search.withUnavailable,
      (search.page - 1) * search.limit,
      search.limit,
    ],
  });
  const { events, ...rest } = only(rows);
  return {
    events: events.slice(0, search.limit).map(({ side: _, place: __, ...event }) => event),
    more: events.length > search.limit,
    ...rest,
  };
}

/** How much of the typed text a name must share, 0 to 1, in groups of three letters: one wrong letter or two. */
const leastAlike = 0.5;
/** How many coming nights are compared. */
const nightsLookedAt = 500;

/** The coming night or artist named most like the typed text, after a search that found nothing; else null. */
export async function findNearName(reader: Sql, typed: string): Promise<string | null> {
  const { rows } = await reader.query<{ name: string }>({
    name: "near-name",
    text: `SELECT n.name FROM (
             SELECT n.name, word_similarity($1, ${foldedText(["n.name"])}) AS alike FROM (
               (SELECT title AS name FROM events e WHERE ${isAhead("e")} AND cancelled_at IS NULL ORDER BY ${byStart("e")} LIMIT ${nightsLookedAt})
               UNION SELECT name FROM artists) n) n
           WHERE n.alike >= ${leastAlike} ORDER BY n.alike DESC, n.name LIMIT 1`,
    values: [fold(typed)],
  });
  return rows[0]?.name ?? null;
}
