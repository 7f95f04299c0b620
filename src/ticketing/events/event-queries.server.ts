import type pg from "pg";
import { bani } from "#kernel/money.ts";
import { addDays, addMonths, type Day } from "#kernel/time.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import type { ArtistSummary, EventPeriod, EventSummary, TicketTypeOnSale } from "./event.ts";
import { lastTickets } from "./event.ts";

/** Anything that takes a query: the read-only pool, or a connection with a transaction. */
export type Reader = Pick<pg.ClientBase, "query">;

// What can be bought of each visible type of each event: the type's own rest, and what fits into every event it
// admits to, which for several nights are those still to come. The same rule as availableTickets() in stock.ts and
// admittedEvents() of the hold; a test holds them against each other.
const available = `greatest(0, least(c.capacity - c.held - c.sold,
    floor((SELECT min(p.capacity - p.held - p.sold) FROM event_tickets m JOIN stock_counters p ON p.id = m.event_id JOIN events n ON n.id = m.event_id
           WHERE m.ticket_id = t.id AND CASE WHEN t.family = 'ordinary' THEN m.event_id = l.event_id
             ELSE n.date >= (now() AT TIME ZONE 'Europe/Bucharest')::date AND n.is_available AND n.cancelled_at IS NULL END) / t.entries::numeric)))::int`;

const onSale = `SELECT l.event_id, t.id, t.price, ${available} AS available
  FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id
  WHERE t.is_visible AND t.archived_at IS NULL AND NOT t.is_season_pass
    AND coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true)`;

const summary = `e.id, e.title, e.description, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location,
  ${picture("e.image_url")} AS picture, e.image_position AS "imagePosition", e.light, e.is_available AND e.cancelled_at IS NULL AS "isAvailable",
  s.lowest::float8 AS "lowestPrice", coalesce(s.total, 0)::int AS "totalTicketsAvailable", s.types > 0 AS "hasTypes"`;

const withSales = `LEFT JOIN LATERAL (SELECT min(price) FILTER (WHERE available > 0) AS lowest, sum(available) AS total, count(*) AS types FROM (${onSale}) o WHERE o.event_id = e.id) s ON true`;

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver gives it
const summaryOf = (row: any): EventSummary => ({
  ...row,
  lowestPrice: row.lowestPrice === null ? null : bani(row.lowestPrice),
});

/** The next events that can be visited, earliest first. */
export async function listUpcomingEvents(reader: Reader, today: Day, limit: number): Promise<EventSummary[]> {
  const { rows } = await reader.query(
    `SELECT ${summary} FROM events e ${withSales} WHERE e.is_available AND e.cancelled_at IS NULL AND e.date >= $1 ORDER BY e.date, e.time NULLS FIRST, e.id LIMIT $2`,
    [today, limit],
  );
  return rows.map(summaryOf);
}

export type EventSearch = {
  readonly text: string;
  readonly period: EventPeriod;
  readonly withUnavailable: boolean;
  readonly today: Day;
  readonly limit: number;
};

/**
 * The list with its filters, and how many unavailable events match beside it. The search finds words in name, place
 * and description, whatever their case.
 */
export async function searchEvents(
  reader: Reader,
  search: EventSearch,
): Promise<{ events: EventSummary[]; unavailable: number }> {
  const { from, to } = daysOf(search.period, search.today);
  const pattern = `%${search.text.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await reader.query(
    `WITH found AS (SELECT e.*, e.is_available AND e.cancelled_at IS NULL AS open FROM events e
       WHERE ($1::date IS NULL OR e.date >= $1) AND ($2::date IS NULL OR e.date <= $2)
         AND ($3 = '%%' OR e.name ILIKE $3 OR e.title ILIKE $3 OR e.location ILIKE $3 OR e.description ILIKE $3))
     SELECT ${summary}, (SELECT count(*)::int FROM found WHERE NOT open) AS unavailable
     FROM (SELECT * FROM found WHERE open OR $4 ORDER BY date, time NULLS FIRST, id LIMIT $5) e ${withSales}
     ORDER BY e.date, e.time NULLS FIRST, e.id`,
    [from, to, pattern, search.withUnavailable, search.limit],
  );
  if (rows.length > 0)
    return {
      events: rows.map(({ unavailable: _, ...row }) => summaryOf(row)),
      unavailable: rows[0].unavailable,
    };
  const { rows: counted } = await reader.query(
    `SELECT count(*)::int AS n FROM events e WHERE NOT (e.is_available AND e.cancelled_at IS NULL)
       AND ($1::date IS NULL OR e.date >= $1) AND ($2::date IS NULL OR e.date <= $2)
       AND ($3 = '%%' OR e.name ILIKE $3 OR e.title ILIKE $3 OR e.location ILIKE $3 OR e.description ILIKE $3)`,
    [from, to, pattern],
  );
  return { events: [], unavailable: counted[0].n };
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

export type EventPage = {
  readonly event: EventSummary;
  readonly artists: ArtistSummary[];
  readonly types: TicketTypeOnSale[];
};

/** Everything the page of one event shows, in one statement. */
export async function findEventPage(reader: Reader, eventId: string): Promise<EventPage | undefined> {
  const { rows } = await reader.query(
    `SELECT ${summary},
       (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'tagline', a.tagline, 'bio', a.bio, 'picture', ${picture("a.image_url")}, 'imagePosition', a.image_position)
                                 ORDER BY x.billing, a.name), '[]') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id) AS artists,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'title', t.type, 'description', t.description, 'price', t.price, 'entries', t.entries, 'family', t.family,
                 'available', ${available}, 'isConfigured', t.stripe_price_id IS NOT NULL AND t.price_agreed_at IS NOT NULL,
                 'isInSalesWindow', coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true)) ORDER BY t.price, t.type), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id
        WHERE l.event_id = e.id AND t.is_visible AND t.archived_at IS NULL AND NOT t.is_season_pass) AS types
     FROM events e ${withSales} WHERE e.id = $1`,
    [eventId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { artists, types, ...event } = row;
  return { event: summaryOf(event), artists, types };
}

/** Artists for the home page: all of them, except those whose name is reserved. */
export async function listArtists(reader: Reader, limit: number): Promise<ArtistSummary[]> {
  const { rows } = await reader.query(
    `SELECT id, name, tagline, bio, ${picture("artists.image_url")} AS picture, image_position AS "imagePosition" FROM artists
     WHERE lower(btrim(name)) NOT IN ('vip', 'standard', 'early bird', 'group package') ORDER BY featured DESC, name COLLATE "ro-x-icu" LIMIT $1`,
    [limit],
  );
  return rows;
}

export type ArtistPage = {
  readonly artist: ArtistSummary & { readonly youtubeLink: string | null };
  readonly events: EventSummary[];
};

/** One artist with the nights that artist plays, in one statement. */
export async function findArtistPage(reader: Reader, artistId: string): Promise<ArtistPage | undefined> {
  const { rows } = await reader.query(
    `SELECT a.id, a.name, a.tagline, a.bio, ${picture("a.image_url")} AS picture, a.image_position AS "imagePosition", a.youtube_link AS "youtubeLink",
       (SELECT coalesce(json_agg(n ORDER BY n.date, n.time, n.id), '[]') FROM (SELECT ${summary} FROM event_artists x JOIN events e ON e.id = x.event_id ${withSales}
          WHERE x.artist_id = a.id) n) AS events
     FROM artists a WHERE a.id = $1`,
    [artistId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { events, ...artist } = row;
  return { artist, events: events.map(summaryOf) };
}

/** Whether anything at all is to come. */
export async function hasUpcomingEvents(reader: Reader, today: Day): Promise<boolean> {
  const { rows } = await reader.query("SELECT EXISTS (SELECT FROM events WHERE date >= $1) AS any", [today]);
  return rows[0].any;
}

/** How the coming nights stand, coarsely: what the pages say about them. */
export async function listCoarseAvailability(reader: Reader, today: Day): Promise<Map<string, string>> {
  const { rows } = await reader.query<{ id: string; state: string }>({
    name: "coarse-availability",
    text: `SELECT e.id, string_agg(CASE WHEN o.available <= 0 THEN '-' WHEN o.available <= ${lastTickets} THEN o.available::text ELSE '+' END, ' ' ORDER BY o.id) AS state
           FROM events e JOIN (${onSale}) o ON o.event_id = e.id WHERE e.date >= $1 GROUP BY e.id`,
    values: [today],
  });
  return new Map(rows.map((row) => [row.id, row.state]));
}
