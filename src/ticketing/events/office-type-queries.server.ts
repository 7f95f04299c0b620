import { containing } from "#kernel/like-pattern.ts";
import type { Day } from "#kernel/time.ts";
import type { Reader } from "./event-queries.server.ts";
import type { Family } from "./special-types.ts";

export const typeFilters = ["all", "visible", "hidden", "special", "unused", "used"] as const;
export type TypeFilter = (typeof typeFilters)[number];
export const typeSorts = ["night", "type", "price", "left"] as const;
export type TypeSort = (typeof typeSorts)[number];

export type ListedType = {
  readonly id: string;
  readonly type: string;
  readonly description: string | null;
  readonly price: number;
  readonly entries: number;
  readonly family: Family;
  readonly isSpecial: boolean;
  readonly isVisible: boolean;
  readonly isUsed: boolean;
  readonly isQuickPurchase: boolean;
  readonly isSeasonPass: boolean;
  readonly stripePriceId: string | null;
  readonly isAgreed: boolean;
  readonly imageUrl: string | null;
  readonly capacity: number;
  readonly sold: number;
  readonly held: number;
  readonly nights: readonly string[];
};

export type TypeSearch = {
  readonly text: string;
  readonly filter: TypeFilter;
  /** Only passes, early birds and what is named like one (the special tickets), or every type. */
  readonly kind: "special" | "every";
  readonly sort: TypeSort;
  readonly direction: "asc" | "desc";
  readonly page: number;
};

export type TypeList = {
  readonly types: ListedType[];
  readonly total: number;
  /** How many there are behind each filter, whatever is searched for. */
  readonly counts: Readonly<Record<TypeFilter, number>>;
  /** The name of the type of the quick purchase, if there is one. */
  readonly quickPurchase: string | null;
};

export const typesPerPage = 50;

const filters: Record<TypeFilter, string> = {
  all: "true",
  visible: "is_visible",
  hidden: "NOT is_visible",
  special: "is_special",
  unused: "NOT is_used",
  used: "is_used",
};

/** What types are put in order by, and what has to be joined for that alone. */
const orders: Record<TypeSort, { readonly by: string; readonly joined: string }> = {
  night: {
    by: "n.first_night",
    joined: `LEFT JOIN (SELECT l.ticket_id, min(e.date) AS first_night FROM event_tickets l JOIN events e ON e.id = l.event_id
       GROUP BY l.ticket_id) n ON n.ticket_id = k.id`,
  },
  type: { by: 'k.type COLLATE "ro-x-icu"', joined: "" },
  price: { by: "k.price", joined: "" },
  left: { by: "c.capacity - c.held - c.sold", joined: "JOIN stock_counters c ON c.id = k.id" },
};

const counts = Object.entries(filters)
  .map(([name, condition]) => `'${name}', count(*) FILTER (WHERE ${condition})`)
  .join(", ");

// the names of nights first: there are fewer of them, and most words are found there
const hasWords = `(id IN (SELECT l.ticket_id FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE e.name ILIKE $2)
         OR type ILIKE $2 OR description ILIKE $2)`;

/**
 * One page of the ticket types that are not archived, with their counters, in one statement. The search finds words in
 * name, description and the names of the nights (AMB-73).
 */
export async function listTypes(reader: Reader, search: TypeSearch): Promise<TypeList> {
  const order = orders[search.sort];
  const direction = search.direction === "asc" ? "ASC" : "DESC";
  const { rows } = await reader.query<TypeList>(
    // all types are read once, with no more than what counts and orders them; a row of the page alone is read whole
    `WITH known AS MATERIALIZED (
       SELECT id, type, price, is_visible, is_used, is_special, ${filters[search.filter]} AND ($2 = '%%' OR ${hasWords}) AS is_found
       FROM tickets WHERE archived_at IS NULL AND ($1 = 'every' OR is_special OR family = 'early_bird')),
     page AS (
       SELECT k.id, row_number() OVER () AS place FROM (
         SELECT k.id FROM known k ${order.joined} WHERE k.is_found
         ORDER BY ${order.by} ${direction} NULLS LAST, k.price, k.type, k.id LIMIT $3 OFFSET $4) k)
     SELECT k.total, k.counts, (SELECT type FROM tickets WHERE is_quick_purchase) AS "quickPurchase",
       (SELECT coalesce(json_agg(p ORDER BY p.place), '[]') FROM (
         SELECT f.place, t.id, t.type, t.description, t.price::float8 AS price, t.entries, t.family, t.is_special AS "isSpecial", t.is_visible AS "isVisible",
           t.is_used AS "isUsed", t.is_quick_purchase AS "isQuickPurchase", t.is_season_pass AS "isSeasonPass", t.stripe_price_id AS "stripePriceId",
           t.price_agreed_at IS NOT NULL AS "isAgreed", t.image_url AS "imageUrl", c.capacity, c.sold, c.held,
           ARRAY(SELECT e.name FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id ORDER BY e.date, e.id) AS nights
         FROM page f JOIN tickets t ON t.id = f.id JOIN stock_counters c ON c.id = f.id) p) AS types
     FROM (SELECT count(*) FILTER (WHERE is_found)::int AS total, json_build_object(${counts}) AS counts FROM known) k`,
    [search.kind, containing(search.text), typesPerPage, (search.page - 1) * typesPerPage],
  );
  return rows[0] as TypeList;
}

export type TypeDetails = {
  readonly type: string;
  readonly price: number;
  readonly entries: number;
  readonly description: string | null;
  readonly isSeasonPass: boolean;
  readonly family: Family;
  readonly isVisible: boolean;
  readonly isUsed: boolean;
  readonly isQuickPurchase: boolean;
  readonly stripePriceId: string | null;
  readonly priceAgreedAt: Date | null;
  readonly saleStartsAt: Date | null;
  readonly saleEndsAt: Date | null;
  readonly offerRank: number | null;
  readonly imageUrl: string | null;
  readonly imagePosition: string;
  readonly version: number;
  readonly capacity: number;
  readonly sold: number;
  readonly held: number;
  readonly events: readonly string[];
  readonly firstNight: { readonly name: string; readonly date: Day } | null;
  /** Whether anybody ever ordered it: it is then archived, not deleted. */
  readonly orders: number;
};

/** One type with everything its form shows; archived ones are not there any more. */
export async function findType(reader: Reader, id: string): Promise<TypeDetails | undefined> {
  const { rows } = await reader.query<TypeDetails>(
    `SELECT t.type, t.price::float8 AS price, t.entries, t.description, t.is_season_pass AS "isSeasonPass", t.family, t.is_visible AS "isVisible",
       t.is_used AS "isUsed", t.is_quick_purchase AS "isQuickPurchase", t.stripe_price_id AS "stripePriceId", t.price_agreed_at AS "priceAgreedAt",
       t.sale_starts_at AS "saleStartsAt", t.sale_ends_at AS "saleEndsAt", t.offer_rank AS "offerRank", t.image_url AS "imageUrl",
       t.image_position AS "imagePosition", t.version, c.capacity, c.sold, c.held,
       ARRAY(SELECT l.event_id::text FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id ORDER BY e.date, e.id) AS events,
       (SELECT json_build_object('name', e.name, 'date', e.date) FROM event_tickets l JOIN events e ON e.id = l.event_id
        WHERE l.ticket_id = t.id ORDER BY e.date, e.id LIMIT 1) AS "firstNight",
       (SELECT count(*)::int FROM orders o WHERE o.ticket_type_id = t.id) AS orders
     FROM tickets t JOIN stock_counters c ON c.id = t.id WHERE t.id = $1 AND t.archived_at IS NULL`,
    [id],
  );
  return rows[0];
}
