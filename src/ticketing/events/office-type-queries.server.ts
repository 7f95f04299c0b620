import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { limits } from "#ticketing/limits.ts";
import { doorUnits, givenUnits } from "#ticketing/stock/stock.ts";
import { eventTickets, tickets } from "./event-tables.server.ts";
import { byStart, isAhead, isOver } from "./night-time.ts";
import { type ShownCounter, shownCounter } from "./office-event-queries.server.ts";
import type { StoredPool } from "./pool-store.server.ts";
import { available, nightOff, nightTakesPlace, pricedNow, typeOffHere } from "./sale-state-queries.server.ts";
import { readTicketType, type StoredTicketType } from "./ticket-type-store.server.ts";

export const typeFilters = ["all", "visible", "hidden", "special", "unused", "used", "few"] as const;
export type TypeFilter = (typeof typeFilters)[number];
export const typeSorts = ["night", "type", "price", "left"] as const;
export type TypeSort = (typeof typeSorts)[number];

export type ListedType = Pick<
  StoredTicketType,
  "id" | "type" | "description" | "price" | "entries" | "family"
> &
  Pick<StoredTicketType, "isSpecial" | "isVisible" | "isUsed" | "isQuickPurchase" | "isSeasonPass"> &
  Pick<StoredTicketType, "priceId" | "imageUrl"> &
  Pick<StoredTicketType, "requiresCode" | "admits" | "enterUntil"> &
  Omit<ShownCounter, "listed"> & {
    readonly isAgreed: boolean;
    /** What can still be sold of it; fewer than its own units if its nights have fewer places left. */
    readonly left: number;
    /** Whether all its nights are cancelled. */
    readonly isCancelled: boolean;
    readonly nights: readonly string[];
    /** The phase on sale now; null without phases, or when none is left. */
    readonly phase: { readonly name: string; readonly price: number } | null;
    readonly pool: { readonly name: string; readonly left: number } | null;
  };

export type TypeSearch = {
  readonly text: string;
  readonly filter: TypeFilter;
  /** Only special tickets (passes, early birds, and types named like a pass), or every type. */
  readonly kind: "special" | "every";
  /** The id of the night whose types are listed; null for all. */
  readonly night: Uuid | null;
  readonly sort: TypeSort;
  readonly direction: "asc" | "desc";
  readonly page: number;
};

export type TypeList = {
  readonly types: ListedType[];
  readonly total: number;
  /** How many types each filter would list, within the chosen kind, night and search. */
  readonly counts: Readonly<Record<TypeFilter, number>>;
  /** The name of the quick purchase's type; null if there is none. */
  readonly quickPurchase: string | null;
  /** Nights to choose from: coming nights that have types, by date, and the chosen one. */
  readonly nightsToChoose: readonly { readonly id: Uuid; readonly name: string; readonly date: Day }[];
};

export const typesPerPage = 50;

/** SQL: whether 1 to `most` tickets of type `t` can still be bought for a night that is on sale. */
export const hasFewLeft = (most: string) =>
  `(t.is_visible AND t.archived_at IS NULL
    AND EXISTS (SELECT FROM event_tickets l JOIN events e ON e.id = l.event_id JOIN stock_counters c ON c.id = t.id ${pricedNow}
      WHERE l.ticket_id = t.id AND ${nightOff()} IS NULL AND ${typeOffHere} IS NULL AND ${available} BETWEEN 1 AND ${most}))`;

const filters: Record<TypeFilter, string> = {
  all: "true",
  visible: "is_visible",
  hidden: "NOT is_visible",
  special: "is_special",
  unused: "NOT is_used",
  used: "is_used",
  few: "has_few_left",
};

/** SQL: a value of the first phase of type `t` that is not over; the same rule as `price-phase.ts`. */
const presentPhase = (t: string, what: string) =>
  `(SELECT ${what} FROM price_phases f JOIN stock_counters p ON p.id = f.id
     WHERE f.ticket_type_id = ${t}.id AND coalesce(f.ends_at > statement_timestamp(), true) AND p.sold + p.held < p.capacity ORDER BY f.no LIMIT 1)`;

/** SQL: whether all nights of type `t` are cancelled. */
const allCancelled =
  "coalesce((SELECT bool_and(e.cancelled_at IS NOT NULL) FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id), false)";

/**
 * SQL: how many tickets of type `t` are left, given its counter `c`: no more than a night of it has places for, and
 * none once all are cancelled. A type for several nights needs a place on each that goes on.
 */
const leftHere = `CASE WHEN ${allCancelled} THEN 0 ELSE greatest(0, least(c.capacity - c.held - c.sold, CASE WHEN t.admits THEN (
    SELECT floor(CASE t.family WHEN 'ordinary' THEN max(p.capacity - p.held - p.sold) ELSE min(p.capacity - p.held - p.sold) END / t.entries::numeric)
    FROM event_tickets l JOIN events e ON e.id = l.event_id JOIN stock_counters p ON p.id = e.id WHERE l.ticket_id = t.id AND (t.family = 'ordinary' OR ${nightTakesPlace("e")})) END))::int END`;

/** What each order sorts by, and the join that it needs. */
const orders: Record<TypeSort, { readonly by: string; readonly joined: string }> = {
  night: {
    // types of coming nights first, in both directions
    by: "coalesce(n.is_over, true), coalesce(n.next_night, n.first_night)",
    joined: `LEFT JOIN (SELECT l.ticket_id, min(e.starts_at) AS first_night, min(e.starts_at) FILTER (WHERE ${isAhead("e")}) AS next_night, bool_and(${isOver("e")}) AS is_over
       FROM event_tickets l JOIN events e ON e.id = l.event_id GROUP BY l.ticket_id) n ON n.ticket_id = k.id`,
  },
  type: { by: 'k.type COLLATE "ro-x-icu"', joined: "" },
  price: { by: `coalesce(${presentPhase("k", "f.price")}, k.price)`, joined: "" },
  left: { by: leftHere, joined: "JOIN tickets t ON t.id = k.id JOIN stock_counters c ON c.id = k.id" },
};

const counts = Object.entries(filters)
  .map(([name, condition]) => `'${name}', count(*) FILTER (WHERE has_words AND ${condition})`)
  .join(", ");

const nightNames =
  "(SELECT string_agg(e.name, ' ') FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id)";

/** One page of the types that are not archived, with counters. The search is in name, description and nights. */
export async function listTypes(reader: Sql, search: TypeSearch): Promise<TypeList> {
  const order = orders[search.sort];
  const direction = search.direction === "asc" ? "ASC" : "DESC";
  const { rows } = await reader.query<TypeList>(
    // reads all types once, with only what counts and orders them; then the page's rows in full
    `WITH known AS MATERIALIZED (
       SELECT *, ${filters[search.filter]} AND has_words AS is_found FROM (
         SELECT id, type, price, is_visible, is_used, is_special, ${hasFewLeft("$5")} AS has_few_left,
           ${hasWords("$2", ["type", "description", nightNames])} AS has_words
         FROM tickets t WHERE archived_at IS NULL AND ($1 = 'every' OR is_special OR family = 'early_bird')
           AND ($6::uuid IS NULL OR EXISTS (SELECT FROM event_tickets l WHERE l.ticket_id = t.id AND l.event_id = $6))) t),
     page AS (
       SELECT k.id, row_number() OVER () AS place FROM (
         SELECT k.id FROM known k ${order.joined} WHERE k.is_found
         ORDER BY ${order.by} ${direction} NULLS LAST, k.price, k.type, k.id LIMIT $3 OFFSET $4) k)
     SELECT k.total, k.counts, (SELECT type FROM tickets WHERE is_quick_purchase) AS "quickPurchase",
       (SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'date', e.date) ORDER BY ${byStart("e")}), '[]') FROM events e
        WHERE (${isAhead("e")} OR e.id = $6) AND EXISTS (SELECT FROM event_tickets l WHERE l.event_id = e.id)) AS "nightsToChoose",
       (SELECT coalesce(json_agg(p ORDER BY p.place), '[]') FROM (
         SELECT f.place, t.id, t.type, t.description, t.price::float8 AS price, t.entries, t.family, t.is_special AS "isSpecial", t.is_visible AS "isVisible",
           t.is_used AS "isUsed", t.is_quick_purchase AS "isQuickPurchase", t.is_season_pass AS "isSeasonPass", t.stripe_price_id AS "priceId",
           t.price_agreed_at IS NOT NULL AS "isAgreed", t.requires_code AS "requiresCode", t.admits, to_char(t.enter_until, 'HH24:MI') AS "enterUntil",
           ${presentPhase("t", "json_build_object('name', f.name, 'price', f.price)")} AS phase,
           (SELECT json_build_object('name', o.name, 'left', p.capacity - p.sold - p.held) FROM pools o JOIN stock_counters p ON p.id = o.id WHERE o.id = t.pool_id) AS pool,
           t.image_url AS "imageUrl", c.capacity, c.sold - ${givenUnits} - ${doorUnits} AS sold, ${givenUnits} AS given, ${doorUnits} AS "atDoor", c.held, ${leftHere} AS left, ${allCancelled} AS "isCancelled",
           ARRAY(SELECT e.name FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id ORDER BY ${byStart("e")}) AS nights
         FROM page f JOIN tickets t ON t.id = f.id JOIN stock_counters c ON c.id = f.id) p) AS types
     FROM (SELECT count(*) FILTER (WHERE is_found)::int AS total, json_build_object(${counts}) AS counts FROM known) k`,
    [
      search.kind,
      wordPatterns(search.text),
      typesPerPage,
      (search.page - 1) * typesPerPage,
      limits.fewTickets - 1,
      search.night,
    ],
  );
  return rows[0] as TypeList;
}

/** SQL: whether a type was ever ordered, first or further in an order, or set aside for the door. */
export const typeWasOrdered = (id: string) =>
  `(EXISTS (SELECT FROM orders WHERE ticket_type_id = ${id})
    OR EXISTS (SELECT FROM order_lines WHERE ticket_type_id = ${id})
    OR EXISTS (SELECT FROM ticket_purchases WHERE ticket_type_id = ${id})
    OR EXISTS (SELECT FROM door_shares WHERE ticket_type_id = ${id}))`;

export type TypeDetails = StoredTicketType &
  ShownCounter & {
    readonly firstNight: { readonly name: string; readonly date: Day } | null;
    /** Whether it was ever ordered; then it is archived instead of deleted. */
    readonly wasOrdered: boolean;
  };

/** One type with everything that its form shows; undefined for an archived one. */
export async function findType(reader: Sql, id: string): Promise<TypeDetails | undefined> {
  const type = await readTicketType(reader, id);
  const { rows } = await reader.query<Omit<TypeDetails, keyof StoredTicketType>>(
    `SELECT ${shownCounter},
       (SELECT json_build_object('name', e.name, 'date', e.date) FROM event_tickets l JOIN events e ON e.id = l.event_id
        WHERE l.ticket_id = c.id ORDER BY ${byStart("e")} LIMIT 1) AS "firstNight",
       ${typeWasOrdered("c.id")} AS "wasOrdered"
     FROM stock_counters c WHERE c.id = $1`,
    [id],
  );
  return type && rows[0] && { ...type, ...rows[0] };
}

export type OfferedPool = Pick<StoredPool, "id" | "name" | "capacity"> & {
  readonly night: string;
  readonly date: Day;
};

/** The pools of running and coming nights, by night. The type's own pool is always included. */
export async function listPools(reader: Sql, ownPoolId: string | null): Promise<OfferedPool[]> {
  const { rows } = await reader.query<OfferedPool>(
    `SELECT p.id, p.name, c.capacity, e.name AS night, e.date::text AS date
     FROM pools p JOIN events e ON e.id = p.event_id JOIN stock_counters c ON c.id = p.id
     WHERE ${isAhead("e")} OR p.id = $1 ORDER BY ${byStart("e")}, p.id`,
    [ownPoolId],
  );
  return rows;
}

/** The types of a night with their last hour of entry. */
export async function typesWithLastEntry(
  client: Sql,
  night: string,
): Promise<{ type: string; enterUntil: WallTime | null }[]> {
  return builder(client)
    .select({ type: tickets.type, enterUntil: tickets.enterUntil })
    .from(tickets)
    .innerJoin(eventTickets, eq(eventTickets.ticketId, tickets.id))
    .where(and(eq(eventTickets.eventId, night), isNull(tickets.archivedAt), isNotNull(tickets.enterUntil)))
    .orderBy(tickets.type);
}
