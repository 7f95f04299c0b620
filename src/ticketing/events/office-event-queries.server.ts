import { eq, sql } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import {
  doorOfPool,
  doorPlaces,
  doorUnits,
  givenOfPool,
  givenPlaces,
  givenUnits,
  listedPlaces,
  soldPlaces,
} from "#ticketing/stock/stock.ts";
import { isBoundTo } from "./copy-vouchers.server.ts";
import { readEvent, type StoredEvent } from "./event-store.server.ts";
import { artists, events } from "./event-tables.server.ts";
import type { NightPlaces } from "./night-fullness.ts";
import { byStart, isAhead, isOver } from "./night-time.ts";
import { type Opening, openingJson } from "./opening.ts";
import { onSale, type SaleState } from "./sale-state.ts";
import { lacksCode, saleStateAlone } from "./sale-state-queries.server.ts";

/** A night in the office's list. Its numbers are people, from the night's counter. */
export type ListedEvent = NightPlaces & {
  readonly id: string;
  readonly name: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly imageUrl: string | null;
  readonly isAvailable: boolean;
  readonly artists: readonly string[];
  /** How many ticket types that are not archived admit to it. */
  readonly types: number;
  /** Whether its end has passed; true for a cancelled night too. */
  readonly isOver: boolean;
  /** Whether one of its types needs a code and no code opens it. */
  readonly lacksCode: boolean;
  /** When it becomes public (ISO); null for a draft. */
  readonly publishAt: string | null;
};

export const eventSorts = ["date", "name", "sold"] as const;
type EventSort = (typeof eventSorts)[number];

export type OfficeEventSearch = {
  readonly text: string;
  readonly when: "all" | "coming" | "ended";
  readonly state: SaleState | "all";
  readonly sort: EventSort;
  readonly direction: "asc" | "desc";
  readonly page: number;
};

export const eventsPerPage = 50;

/** Sale states for which the office uses one word. */
const statesWithSameWord: Partial<Record<SaleState, readonly SaleState[]>> = {
  on_sale: ["on_sale", "few_left"],
  announced: ["announced", "not_yet"],
};

const orders: Record<EventSort, string> = {
  date: "e.starts_at",
  name: 'e.name COLLATE "ro-x-icu"',
  sold: soldPlaces,
};

export type EventList = {
  readonly events: ListedEvent[];
  /** How many nights match, on all pages. */
  readonly total: number;
  /** How many nights exist, and how many of them are coming and not cancelled. */
  readonly inAll: number;
  readonly coming: number;
};

/**
 * One page of nights with their counters, in one statement. Coming nights stand before ended ones, so that the list
 * begins with what can still change. The search looks in name, title and place.
 */
export async function listEvents(reader: Sql, search: OfficeEventSearch): Promise<EventList> {
  const order = `${orders[search.sort]} ${search.direction === "asc" ? "ASC" : "DESC"}`;
  const { rows } = await reader.query<EventList>(
    `WITH found AS (
       SELECT e.id, e.name, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.image_url AS "imageUrl", e.is_available AS "isAvailable",
         e.publish_at AS "publishAt", ${isOver("e")} AS "isOver", c.capacity, ${soldPlaces} AS sold, c.held,
         row_number() OVER (ORDER BY ${isOver("e")}, ${order}, ${byStart("e")}) AS place
       FROM events e JOIN stock_counters c ON c.id = e.id
       WHERE ${hasWords("$1", ["e.name", "e.title", "e.location"])}
         AND CASE $2 WHEN 'coming' THEN NOT ${isOver("e")} WHEN 'ended' THEN ${isOver("e")} ELSE true END
         AND ($3::text[] IS NULL OR ${saleStateAlone} = ANY ($3)))
     SELECT (SELECT count(*)::int FROM found) AS total,
       (SELECT count(*)::int FROM events) AS "inAll", (SELECT count(*)::int FROM events e WHERE ${isAhead("e")} AND cancelled_at IS NULL) AS coming,
       (SELECT coalesce(json_agg(p ORDER BY p.place), '[]') FROM (
         SELECT f.*, ${givenPlaces} AS given, ${listedPlaces} AS listed, ${doorPlaces} AS "atDoor", (SELECT ${saleStateAlone} FROM events e WHERE e.id = f.id) AS state, (SELECT ${lacksCode} FROM events e WHERE e.id = f.id) AS "lacksCode",
           (SELECT coalesce(json_agg(a.name ORDER BY x.billing, a.name), '[]') FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = f.id) AS artists,
           (SELECT count(*)::int FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id WHERE l.event_id = f.id AND t.archived_at IS NULL) AS types
         FROM found f JOIN stock_counters c ON c.id = f.id ORDER BY f.place LIMIT $4 OFFSET $5) p) AS events`,
    [
      wordPatterns(search.text),
      search.when,
      search.state === "all" ? null : (statesWithSameWord[search.state] ?? [search.state]),
      eventsPerPage,
      (search.page - 1) * eventsPerPage,
    ],
  );
  return only(rows);
}

/**
 * A counter for the office. `sold` excludes places given away (guest lists in `listed`, free tickets in `given`) and
 * places set aside for the door (`atDoor`).
 */
export type ShownCounter = Omit<NightPlaces, "state">;

export type EventDetails = StoredEvent &
  ShownCounter & {
    readonly state: SaleState;
    readonly lacksCode: boolean;
    /** Whether an opening of the sale can be announced: the night is not cancelled and its doors have not opened. */
    readonly mayOpen: boolean;
    readonly types: readonly (Omit<ShownCounter, "listed"> & {
      readonly id: string;
      readonly type: string;
      readonly price: number;
      readonly isVisible: boolean;
      readonly isAgreed: boolean;
      /** Whether its price is still to be made at the card provider. */
      readonly isWanted: boolean;
      readonly isSeasonPass: boolean;
      readonly nights: number;
      readonly version: number;
      readonly entries: number;
      readonly admits: boolean;
      readonly requiresCode: boolean;
      readonly enterUntil: string | null;
      readonly phases: readonly { readonly name: string; readonly price: number }[];
      readonly pool: { readonly id: string; readonly name: string; readonly capacity: number } | null;
    })[];
  };

/** One night with everything that its form shows. */
export async function findEvent(reader: Sql, id: string): Promise<EventDetails | undefined> {
  const event = await readEvent(reader, id);
  const { rows } = await reader.query<Omit<EventDetails, keyof StoredEvent>>(
    `SELECT ${saleStateAlone} AS state, ${lacksCode} AS "lacksCode", e.cancelled_at IS NULL AND e.doors_at > now() AS "mayOpen", ${shownCounter},
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'type', t.type, 'price', t.price, 'capacity', k.capacity, 'sold', k.sold - k.given - k.at_door, 'given', k.given, 'atDoor', k.at_door,
            'held', k.held, 'isVisible', t.is_visible, 'isAgreed', t.price_agreed_at IS NOT NULL, 'isSeasonPass', t.is_season_pass,
            'isWanted', t.price_wanted_at IS NOT NULL, 'version', t.version, 'entries', t.entries, 'admits', t.admits, 'requiresCode', t.requires_code,
            'enterUntil', to_char(t.enter_until, 'HH24:MI'), 'pool', (SELECT json_build_object('id', p.id, 'name', p.name, 'capacity', o.capacity) FROM pools p JOIN stock_counters o ON o.id = p.id WHERE p.id = t.pool_id),
            'phases', (SELECT coalesce(json_agg(json_build_object('name', f.name, 'price', f.price) ORDER BY f.no), '[]') FROM price_phases f WHERE f.ticket_type_id = t.id),
            'nights', (SELECT count(*) FROM event_tickets o WHERE o.ticket_id = t.id)) ORDER BY t.is_season_pass, t.price, t.type), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN (SELECT c.*, ${givenUnits} AS given, ${doorUnits} AS at_door FROM stock_counters c) k ON k.id = t.id
        WHERE l.event_id = e.id AND t.archived_at IS NULL) AS types
     FROM events e JOIN stock_counters c ON c.id = e.id WHERE e.id = $1`,
    [id],
  );
  return event && rows[0] && { ...event, ...rows[0] };
}

/** The end suggested for a new night: that of the latest night that has one, else "05:00". */
export async function usualEnd(reader: Sql): Promise<string> {
  const { rows } = await reader.query<{ ends: string }>(
    "SELECT to_char(ends, 'HH24:MI') AS ends FROM events WHERE ends IS NOT NULL ORDER BY starts_at DESC LIMIT 1",
  );
  return rows[0]?.ends ?? "05:00";
}

export async function listArtistNames(reader: Sql): Promise<{ id: string; name: string }[]> {
  return builder(reader)
    .select({ id: artists.id, name: artists.name })
    .from(artists)
    .orderBy(sql`${artists.name} COLLATE "ro-x-icu"`, artists.id);
}

export type NightToChoose = {
  readonly id: string;
  readonly name: string;
  readonly date: Day;
  readonly publishAt: Date | null;
  readonly isCancelled: boolean;
  readonly isOver: boolean;
};

/** Every night, latest beginning first, for a choice (B3-16). */
export async function listEventNames(reader: Sql): Promise<NightToChoose[]> {
  const { rows } = await reader.query<NightToChoose>(
    `SELECT id, name, date::text AS date, publish_at AS "publishAt", cancelled_at IS NOT NULL AS "isCancelled", ${isOver("e")} AS "isOver" FROM events e ORDER BY starts_at DESC, id`,
  );
  return rows;
}

/** SQL: counter `c`, whatever it counts, as a `ShownCounter`. */
export const shownCounter = `c.capacity, ${soldPlaces} - ${givenUnits} - ${givenOfPool} - ${doorUnits} - ${doorOfPool} AS sold, c.held, ${listedPlaces} AS listed,
  ${givenPlaces} + ${givenUnits} + ${givenOfPool} AS given, ${doorPlaces} + ${doorUnits} + ${doorOfPool} AS "atDoor"`;

/** A counter as it is now; undefined if none has this id. */
export async function findCounter(reader: Sql, id: string): Promise<ShownCounter | undefined> {
  const { rows } = await reader.query<ShownCounter>(
    `SELECT ${shownCounter} FROM stock_counters c WHERE c.id = $1`,
    [id],
  );
  return rows[0];
}

export type NightForDialog = {
  readonly name: string;
  readonly publishAt: Date | null;
  readonly doorsAt: Date;
  readonly state: SaleState;
  /** Whether it was ever ordered; then it cannot be deleted or unpublished. */
  readonly wasOrdered: boolean;
};

/** A night with what the dialogs about it need. */
export async function findNightForDialog(reader: Sql, id: string): Promise<NightForDialog | undefined> {
  const { rows } = await reader.query<NightForDialog>(
    `SELECT e.name, e.publish_at AS "publishAt", e.doors_at AS "doorsAt", ${saleStateAlone} AS state, ${nightWasOrdered} AS "wasOrdered" FROM events e WHERE e.id = $1`,
    [id],
  );
  return rows[0];
}

/** Which of these nights sell tickets now, even if only with a voucher. */
export async function nightsThatSell(reader: Sql, ids: readonly string[]): Promise<Uuid[]> {
  const { rows } = await reader.query<{ id: Uuid }>(
    `SELECT e.id FROM events e WHERE e.id = ANY ($1::uuid[]) AND ${saleStateAlone} = ANY ($2)`,
    [ids, [...onSale, "code_only"] satisfies SaleState[]],
  );
  return rows.map(({ id }) => id);
}

/** SQL: whether anything depends on night `e`: an order, a guest who came, a phone's row, tickets for the door. */
export const nightWasOrdered = `(EXISTS (SELECT FROM ticket_purchases p WHERE p.event_id = e.id)
    OR EXISTS (SELECT FROM orders o WHERE o.event_ids @> ARRAY[e.id])
    OR EXISTS (SELECT FROM listed_guests g WHERE g.event_id = e.id AND g.entered > 0)
    OR EXISTS (SELECT FROM door_shares d WHERE d.event_id = e.id AND d.quantity > 0)
    OR EXISTS (SELECT FROM gate_log l WHERE l.event_id = e.id))`;

export type CopySource = Pick<
  StoredEvent,
  "name" | "title" | "date" | "time" | "location" | "capacity" | "imageUrl" | "imagePosition" | "artists"
> & {
  /** The names of the vouchers that are bound to the night or to its types. */
  readonly codes: readonly string[];
  readonly types: readonly {
    readonly id: string;
    readonly type: string;
    readonly price: number;
    readonly capacity: number;
    readonly isShared: boolean;
    /** For a pass or early bird of several nights: whether any of it is sold or held. */
    readonly isSold: boolean;
    readonly saleStartsAt: string | null;
    readonly saleEndsAt: string | null;
  }[];
};

/** A night with everything that a copy of it may take over, in one statement. */
export async function findCopySource(reader: Sql, id: string): Promise<CopySource | undefined> {
  const { rows } = await reader.query<CopySource>(
    `SELECT e.name, e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location, c.capacity, e.image_url AS "imageUrl", e.image_position AS "imagePosition",
       ARRAY(SELECT a.name FROM event_artists x JOIN artists a ON a.id = x.artist_id WHERE x.event_id = e.id ORDER BY x.billing, a.name) AS artists,
       ARRAY(SELECT DISTINCT v.name FROM vouchers v WHERE ${isBoundTo("e.id", "ARRAY(SELECT ticket_id FROM event_tickets l WHERE l.event_id = e.id)")} ORDER BY v.name) AS codes,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'type', t.type, 'price', t.price, 'capacity', k.capacity, 'isShared', s.shared,
            'isSold', s.shared AND t.family <> 'ordinary' AND k.sold + k.held > 0, 'saleStartsAt', t.sale_starts_at, 'saleEndsAt', t.sale_ends_at) ORDER BY s.shared, t.price, t.type), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters k ON k.id = t.id
        CROSS JOIN LATERAL (SELECT t.is_season_pass OR (SELECT count(*) FROM event_tickets o WHERE o.ticket_id = t.id) > 1 AS shared) s
        WHERE l.event_id = e.id AND t.archived_at IS NULL) AS types
     FROM events e JOIN stock_counters c ON c.id = e.id WHERE e.id = $1`,
    [id],
  );
  return rows[0];
}

export async function findEventName(reader: Sql, id: string): Promise<string | undefined> {
  const [event] = await builder(reader).select({ name: events.name }).from(events).where(eq(events.id, id));
  return event?.name;
}

export async function findOpening(reader: Sql, eventId: string): Promise<Opening | null> {
  const { rows } = await reader.query<{ opening: Opening }>(
    `SELECT ${openingJson} AS opening FROM openings o WHERE o.event_id = $1`,
    [eventId],
  );
  return rows[0]?.opening ?? null;
}
