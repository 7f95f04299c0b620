import { bani } from "#kernel/money.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import { isEntryOver } from "./enter-until.ts";
import type { ArtistSummary, EventSummary, TicketTypeOnSale } from "./event.ts";
import { movedFrom } from "./moved-from.ts";
import { type Opening, type OpeningRow, openingJson, openingOf } from "./opening.ts";
import { leftOfType, phasesOfType, pricedNow, unsoldOfType } from "./sale-queries.server.ts";
import { stoppedFor } from "./stop.ts";

// Whether a type `t` that is bought on the page of the night of `l` admits to the night `v` of its link `m`.
const isAdmittedTo = `CASE WHEN t.family = 'ordinary' THEN m.event_id = l.event_id
             ELSE v.date >= (now() AT TIME ZONE 'Europe/Bucharest')::date AND v.is_available AND v.cancelled_at IS NULL END`;

// What can be bought of each visible type of each event: what is left of the type, of its phases and of its pool, and what
// fits into every event it admits to, which for several nights are those still to come. The same rule as
// availableTickets() in stock.ts and admittedEvents() of the hold; a test holds them against each other.
const availableOf = (ofType: string, ofNight: string) => `greatest(0, least(${ofType},
    CASE WHEN t.admits THEN floor((SELECT min(${ofNight}) FROM event_tickets m JOIN stock_counters p ON p.id = m.event_id JOIN events v ON v.id = m.event_id
           WHERE m.ticket_id = t.id AND ${isAdmittedTo}) / t.entries::numeric) END))::int`;
const available = availableOf(leftOfType, "p.capacity - p.held - p.sold");
const availableUnheld = availableOf(unsoldOfType, "p.capacity - p.sold");

/** The nights that a type bought on the page of `l` admits to. */
const admitsTo = `(SELECT coalesce(json_agg(v.id ORDER BY v.id), '[]') FROM event_tickets m JOIN events v ON v.id = m.event_id WHERE m.ticket_id = t.id AND ${isAdmittedTo})`;

const isShown = "t.is_visible AND t.archived_at IS NULL AND NOT t.is_season_pass";

// Add-ons are nowhere among the tickets of a night (decision 69).
const onSale = `SELECT l.event_id, t.id, n.price, ${available} AS available
  FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id ${pricedNow}
  WHERE ${isShown} AND t.admits
    AND coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true)`;

/** An event as lists show it, from `e` and `s`. */
export const summary = `e.id, e.slug, e.title, e.description, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location,
  (SELECT coalesce(string_agg(a.name, ', ' ORDER BY x.billing, a.name), '') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id) AS bill,
  ${picture("e.image_url")} AS picture, e.image_position AS "imagePosition", e.light, e.is_available AND e.cancelled_at IS NULL AS "isAvailable", e.cancelled_at IS NOT NULL AS "isCancelled", ${movedFrom} AS moved,
  s.lowest::float8 AS "lowestPrice", coalesce(s.total, 0)::int AS "totalTicketsAvailable", s.types > 0 AS "hasTypes"`;

/** What can be bought of `e` now, as `s`. */
export const withSales = `LEFT JOIN LATERAL (SELECT min(price) FILTER (WHERE available > 0) AS lowest, sum(available) AS total, count(*) AS types FROM (${onSale}) o WHERE o.event_id = e.id) s ON true`;

/** A row of `summary`. */
export type SummaryRow = Omit<EventSummary, "lowestPrice"> & { readonly lowestPrice: number | null };

export const summaryOf = (row: SummaryRow): EventSummary => ({
  ...row,
  lowestPrice: row.lowestPrice === null ? null : bani(row.lowestPrice),
});

const upcoming = (today: string, limit: string) =>
  `SELECT ${summary} FROM events e ${withSales} WHERE e.is_available AND e.cancelled_at IS NULL AND e.date >= ${today} ORDER BY e.date, e.time NULLS FIRST, e.id LIMIT ${limit}`;

export type HomePageData = { readonly events: EventSummary[]; readonly artists: ArtistSummary[] };

/**
 * What home shows, in one statement: the next events that can be visited, earliest first, and all artists but those
 * whose name is reserved.
 */
export async function findHomePage(
  reader: Sql,
  { today, events, artists }: { readonly today: Day; readonly events: number; readonly artists: number },
): Promise<HomePageData> {
  const { rows } = await reader.query<{ events: SummaryRow[]; artists: ArtistSummary[] }>(
    `SELECT (SELECT coalesce(json_agg(n), '[]') FROM (${upcoming("$1", "$2")}) n) AS events,
       (SELECT coalesce(json_agg(a), '[]') FROM (
          SELECT id, slug, name, tagline, bio, ${picture("artists.image_url")} AS picture, image_position AS "imagePosition" FROM artists
          WHERE lower(btrim(name)) NOT IN ('vip', 'standard', 'early bird', 'group package') ORDER BY featured DESC, name COLLATE "ro-x-icu" LIMIT $3) a) AS artists`,
    [today, events, artists],
  );
  const found = only(rows);
  return { events: found.events.map(summaryOf), artists: found.artists };
}

export type EventPageData = {
  readonly event: EventSummary;
  /** When people are let in. */
  readonly doors: WallTime | null;
  /** When it ends; before its begin means the next day. */
  readonly ends: WallTime | null;
  /** In years. */
  readonly minimumAge: number | null;
  /** Why it does not take place; null while it does. */
  readonly cancelReason: string | null;
  /** Its own; null where it is at the club's. */
  readonly address: string | null;
  readonly directions: string | null;
  readonly artists: ArtistSummary[];
  readonly types: TicketTypeOnSale[];
  /** When its sale begins, if that was announced. */
  readonly opening: Opening | null;
  /** An administrator has stopped its sale for the moment. */
  readonly isStopped: boolean;
  /** Other nights to go to, when this one has nothing to sell; of a cancelled or sold-out one, those with places. Otherwise none. */
  readonly others: EventSummary[];
};

type EventPageRow = SummaryRow &
  Pick<
    EventPageData,
    | "doors"
    | "ends"
    | "minimumAge"
    | "cancelReason"
    | "address"
    | "directions"
    | "artists"
    | "types"
    | "isStopped"
  > & {
    /** Seconds since 1970. */
    readonly now: number;
    readonly opening: OpeningRow;
    readonly others: readonly SummaryRow[];
  };

const hoursAndAddress = "to_char(e.doors, 'HH24:MI') AS doors, to_char(e.ends, 'HH24:MI') AS ends, e.address";

const othersShown = 3;
/** Among so many coming nights those are looked for that still have places. */
const othersLookedAt = 50;

/** Everything the page of one event shows, in one statement. */
export async function findEventPage(
  reader: Sql,
  eventId: string,
  today: Day,
): Promise<EventPageData | undefined> {
  const { rows } = await reader.query<EventPageRow>({
    name: "find-event-page",
    text: `SELECT ${summary}, ${hoursAndAddress}, extract(epoch FROM now())::float8 AS now, e.minimum_age AS "minimumAge", e.directions, (SELECT reason FROM cancellations c WHERE c.event_id = e.id) AS "cancelReason", (SELECT ${openingJson} FROM openings o WHERE o.event_id = e.id) AS opening, ${stoppedFor(["sale", "read_only"], "ARRAY[e.id]")} AS "isStopped",
       (SELECT coalesce(json_agg(json_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'tagline', a.tagline, 'bio', a.bio, 'picture', ${picture("a.image_url")}, 'imagePosition', a.image_position)
                                 ORDER BY x.billing, a.name), '[]') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id) AS artists,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'title', t.type, 'description', t.description, 'price', n.price, 'entries', CASE WHEN t.admits THEN t.entries ELSE 0 END, 'family', t.family,
                 'available', ${available}, 'mayReturn', ${available} = 0 AND ${availableUnheld} > 0, 'phases', ${phasesOfType}, 'enterUntil', to_char(t.enter_until, 'HH24:MI'), 'requiresCode', t.requires_code, 'saleStartsAt', t.sale_starts_at, 'saleEndsAt', t.sale_ends_at,
                 'eventIds', ${admitsTo}, 'isConfigured', t.stripe_price_id IS NOT NULL AND t.price_agreed_at IS NOT NULL,
                 'isInSalesWindow', coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true)) ORDER BY n.price, t.type), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id ${pricedNow}
        WHERE l.event_id = e.id AND ${isShown}) AS types,
       (SELECT coalesce(json_agg(n), '[]') FROM (
          SELECT u.* FROM (${upcoming("$2", String(othersLookedAt))}) u
          WHERE u."totalTicketsAvailable" > 0 OR NOT (e.cancelled_at IS NOT NULL OR (e.date >= $2 AND e.is_available AND s.types > 0)) LIMIT ${othersShown + 1}) n
        WHERE e.date < $2 OR NOT e.is_available OR e.cancelled_at IS NOT NULL OR coalesce(s.total, 0) = 0) AS others
     FROM events e ${withSales} WHERE e.id = $1`,
    values: [eventId, today],
  });
  const row = rows[0];
  if (!row) return undefined;
  const {
    doors,
    ends,
    minimumAge,
    cancelReason,
    address,
    directions,
    artists,
    types,
    others,
    opening,
    isStopped,
    now,
    ...event
  } = row;
  const night = { date: event.date, doors, time: event.time };
  const isOver = ({ eventIds, enterUntil }: TicketTypeOnSale) =>
    eventIds.length === 1 && isEntryOver(night, enterUntil, now);
  return {
    event: summaryOf(event),
    ...{ doors, ends, minimumAge, cancelReason, address, directions },
    artists,
    types: types.map((type) => (isOver(type) ? { ...type, isInSalesWindow: false } : type)),
    opening: openingOf(opening),
    isStopped,
    others: others
      .filter((other) => other.id !== eventId)
      .slice(0, othersShown)
      .map(summaryOf),
  };
}

export type ArtistPageData = {
  readonly artist: ArtistSummary & { readonly youtubeLink: string | null };
  readonly events: (EventSummary & Pick<EventPageData, "doors" | "ends" | "address">)[];
};

type ArtistNightRow = SummaryRow & Pick<EventPageData, "doors" | "ends" | "address">;

/** One artist with the nights that artist plays, in one statement. */
export async function findArtistPage(reader: Sql, artistId: string): Promise<ArtistPageData | undefined> {
  const { rows } = await reader.query<ArtistPageData["artist"] & { events: ArtistNightRow[] }>(
    `SELECT a.id, a.slug, a.name, a.tagline, a.bio, ${picture("a.image_url")} AS picture, a.image_position AS "imagePosition", a.youtube_link AS "youtubeLink",
       (SELECT coalesce(json_agg(n ORDER BY n.date, n.time, n.id), '[]') FROM (SELECT ${summary}, ${hoursAndAddress} FROM event_artists x JOIN events e ON e.id = x.event_id ${withSales}
          WHERE x.artist_id = a.id) n) AS events
     FROM artists a WHERE a.id = $1`,
    [artistId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { events, ...artist } = row;
  return { artist, events: events.map((event) => ({ ...event, ...summaryOf(event) })) };
}
