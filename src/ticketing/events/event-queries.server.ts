import type { WallTime } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import { peopleLetIn } from "#ticketing/stock/stock.ts";
import type { ArtistSummary, EventSummary, TicketTypeOnSale } from "./event.ts";
import { movedFrom } from "./moved-from.ts";
import { byStart, hourOfNight, isAhead, isOngoing, isOver, type NightPhase, phaseOf } from "./night-time.ts";
import { type Opening, openingJson } from "./opening.ts";
import { onSale, type SaleState } from "./sale-state.ts";
import {
  admitsTo,
  available,
  availableUnheld,
  cancelledNights,
  isShown,
  nightSale,
  nightsTakingPlace,
  phasesOfType,
  pricedNow,
  saleEndsAt,
  saleState,
  saleStateAlone,
  typeOffHere,
  withSale,
} from "./sale-state-queries.server.ts";

/** SQL: an event as lists show it, from `e` and `s`. */
export const summary = `e.id, e.slug, e.title, e.description, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location,
  (SELECT coalesce(string_agg(a.name, ', ' ORDER BY x.billing, a.name), '') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id) AS bill,
  ${picture("e.image_url")} AS picture, e.image_position AS "imagePosition", e.light, e.ends_at AS "endsAt", e.cancelled_at IS NOT NULL AS "isCancelled",
  CASE WHEN ${isOngoing("e")} AND e.cancelled_at IS NULL AND e.is_available THEN json_build_object('until', to_char(e.ends, 'HH24:MI')) END AS running, ${movedFrom} AS moved, ${nightSale} AS sale,
  s.lowest::float8 AS "lowestPrice", s.total AS "totalTicketsAvailable"`;

const upcoming = (limit: string | number) =>
  `SELECT ${summary} FROM events e ${withSale} WHERE e.is_available AND e.cancelled_at IS NULL AND ${isAhead("e")} ORDER BY ${byStart("e")} LIMIT ${limit}`;

export type HomePageData = { readonly events: EventSummary[]; readonly artists: ArtistSummary[] };

/** What the home page shows, in one statement: the next nights, a running one first, and artists with real names. */
export async function findHomePage(
  reader: Sql,
  { events, artists }: { readonly events: number; readonly artists: number },
): Promise<HomePageData> {
  const { rows } = await reader.query<HomePageData>(
    `SELECT (SELECT coalesce(json_agg(n), '[]') FROM (${upcoming("$1")}) n) AS events,
       (SELECT coalesce(json_agg(a), '[]') FROM (
          SELECT id, slug, name, tagline, bio, ${picture("artists.image_url")} AS picture, image_position AS "imagePosition" FROM artists
          WHERE lower(btrim(name)) NOT IN ('vip', 'standard', 'early bird', 'group package') ORDER BY featured DESC, name COLLATE "ro-x-icu" LIMIT $2) a) AS artists`,
    [events, artists],
  );
  return only(rows);
}

export type EventPageData = {
  readonly event: EventSummary;
  readonly doors: WallTime | null;
  /** When the night ends; an hour before the beginning means the next day. */
  readonly ends: WallTime | null;
  /** `hasBegun`: its beginning has passed; doors may open earlier. `saleUntil`: if the team set one (ISO). */
  readonly now: { readonly phase: NightPhase; readonly hasBegun: boolean; readonly saleUntil: string | null };
  /** For how many people the night has places. */
  readonly capacity: number;
  /** In years. */
  readonly minimumAge: number | null;
  /** Why the night does not take place; null while it does. */
  readonly cancelReason: string | null;
  /** Whether the cancelled night's used tickets are not refunded; null while it takes place. */
  readonly keepsUsed: boolean | null;
  /** The night's own address; null when it is at the club. */
  readonly address: string | null;
  readonly directions: string | null;
  readonly artists: ArtistSummary[];
  readonly types: TicketTypeOnSale[];
  /** The announced opening of the sale; null if none was announced. */
  readonly opening: Opening | null;
  /** If the night has nothing to sell, the next nights that have; otherwise empty. */
  readonly others: EventSummary[];
};

type EventPageRow = EventSummary & Omit<EventPageData, "event">;

const hoursAndAddress = "to_char(e.doors, 'HH24:MI') AS doors, to_char(e.ends, 'HH24:MI') AS ends, e.address";

const statesOnSale = onSale.map((state) => `'${state}'`).join(", ");

const othersShown = 3;
/** How many coming nights are searched for ones that sell. */
const othersLookedAt = 50;

// the page's own words for counters then mean those beside the reader's hold
const withoutHold = `WITH stock_counters AS NOT MATERIALIZED (SELECT k.id, k.capacity, k.sold, k.held - coalesce(h.n, 0) AS held
    FROM stock_counters k LEFT JOIN unnest($2::uuid[], $3::int[]) AS h(id, n) ON h.id = k.id)`;

/**
 * Everything that a night's page shows, in one statement; undefined if the reader may not see the night. What the
 * reader's own hold takes (`ownTakes`, by the counter's id) counts as free: the reader may choose it again.
 */
export async function findEventPage(
  reader: Sql,
  eventId: string,
  ownTakes: Readonly<Record<string, number>> = {},
): Promise<EventPageData | undefined> {
  const existing = await reader.query({
    name: "has-event",
    text: "SELECT FROM events WHERE id = $1",
    values: [eventId],
  });
  if (existing.rowCount === 0) return undefined;
  const hasHold = Object.keys(ownTakes).length > 0;
  const { rows } = await reader.query<EventPageRow>({
    name: hasHold ? "find-event-page-without-hold" : "find-event-page",
    text: `${hasHold ? withoutHold : ""} SELECT ${summary}, ${hoursAndAddress}, json_build_object('phase', ${phaseOf("e")}, 'hasBegun', e.starts_at <= now(), 'saleUntil', ${hourOfNight("e", "e.sale_until")}) AS now, (SELECT capacity FROM stock_counters WHERE id = e.id) AS capacity, e.minimum_age AS "minimumAge", e.directions, (SELECT reason FROM cancellations c WHERE c.event_id = e.id) AS "cancelReason", (SELECT used_tickets = 'kept' FROM cancellations c WHERE c.event_id = e.id) AS "keepsUsed", (SELECT ${openingJson} FROM openings o WHERE o.event_id = e.id) AS opening,
       (SELECT coalesce(json_agg(json_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'tagline', a.tagline, 'bio', a.bio, 'picture', ${picture("a.image_url")}, 'imagePosition', a.image_position)
                                 ORDER BY x.billing, a.name), '[]') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id) AS artists,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'title', t.type, 'description', t.description, 'price', n.price, 'entries', ${peopleLetIn}, 'family', t.family,
                 'available', ${available}, 'mayReturn', ${available} = 0 AND ${availableUnheld} > 0, 'phases', ${phasesOfType}, 'enterUntil', to_char(t.enter_until, 'HH24:MI'), 'requiresCode', t.requires_code, 'codePer', t.code_per, 'saleStartsAt', t.sale_starts_at, 'saleEndsAt', ${saleEndsAt},
                 'eventIds', ${admitsTo}, 'nights', ${nightsTakingPlace("t")}, 'cancelled', ${cancelledNights("t")}, 'pool', (SELECT json_build_object('id', k.id, 'left', k.capacity - k.held - k.sold) FROM stock_counters k WHERE k.id = t.pool_id), 'off', ${typeOffHere}) ORDER BY n.price, t.type), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id ${pricedNow}
        WHERE l.event_id = e.id AND ${isShown}) AS types,
       (SELECT coalesce(json_agg(n), '[]') FROM (
          SELECT u.* FROM (${upcoming(othersLookedAt)}) u WHERE u.sale->>'state' IN (${statesOnSale}) LIMIT ${othersShown}) n
        WHERE f.state NOT IN (${statesOnSale})) AS others
     FROM events e ${withSale} CROSS JOIN LATERAL (SELECT ${saleState} AS state) f WHERE e.id = $1`,
    values: hasHold ? [eventId, Object.keys(ownTakes), Object.values(ownTakes)] : [eventId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { doors, ends, now, capacity, minimumAge, cancelReason, keepsUsed, address, directions, ...more } =
    row;
  const { artists, types, others, opening, ...event } = more;
  const nightDetails = {
    doors,
    ends,
    now,
    capacity,
    minimumAge,
    cancelReason,
    keepsUsed,
    address,
    directions,
  };
  return { ...nightDetails, event, artists, types, others, opening };
}

/** The sale state of a night, for a reader who sees every type, also those behind a voucher. */
export async function findSaleState(reader: Sql, eventId: string): Promise<SaleState> {
  const text = `SELECT ${saleStateAlone} AS state FROM events e WHERE e.id = $1`;
  return only((await reader.query<{ state: SaleState }>(text, [eventId])).rows).state;
}

export type ArtistPageData = {
  readonly artist: ArtistSummary & { readonly youtubeLink: string | null };
  readonly events: (EventSummary & Pick<EventPageData, "doors" | "ends" | "address">)[];
};

/** One artist with the nights that the artist plays, in one statement: coming ones, then past ones, latest first. */
export async function findArtistPage(reader: Sql, artistId: string): Promise<ArtistPageData | undefined> {
  const { rows } = await reader.query<ArtistPageData["artist"] & Pick<ArtistPageData, "events">>(
    `SELECT a.id, a.slug, a.name, a.tagline, a.bio, ${picture("a.image_url")} AS picture, a.image_position AS "imagePosition", a.youtube_link AS "youtubeLink",
       (SELECT coalesce(json_agg(n), '[]') FROM (SELECT ${summary}, ${hoursAndAddress} FROM event_artists x JOIN events e ON e.id = x.event_id ${withSale}
          WHERE x.artist_id = a.id ORDER BY ${isOver("e")}, CASE WHEN ${isOver("e")} THEN now() - e.starts_at ELSE e.starts_at - now() END, e.id) n) AS events
     FROM artists a WHERE a.id = $1`,
    [artistId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { events, ...artist } = row;
  return { artist, events };
}
