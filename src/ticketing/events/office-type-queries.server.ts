import type { Day } from "#kernel/time.ts";
import type { Reader } from "./event-queries.server.ts";
import { containing } from "./office-event-queries.server.ts";
import { type Family, specialNamePattern } from "./special-types.ts";

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
  visible: "k.is_visible",
  hidden: "NOT k.is_visible",
  special: "k.special",
  unused: "NOT k.is_used",
  used: "k.is_used",
};

const orders: Record<TypeSort, string> = {
  night: "first_night",
  type: 'k.type COLLATE "ro-x-icu"',
  price: "k.price",
  left: "c.capacity - c.held - c.sold",
};

const isFiltered = Object.entries(filters)
  .map(([name, condition]) => `WHEN '${name}' THEN ${condition}`)
  .join(" ");
const counts = Object.entries(filters)
  .map(([name, condition]) => `'${name}', (SELECT count(*) FROM known k WHERE ${condition})`)
  .join(", ");

/**
 * One page of the ticket types that are not archived, with their counters, in one statement. The search finds words in
 * name, description and the names of the nights (AMB-73).
 */
export async function listTypes(reader: Reader, search: TypeSearch): Promise<TypeList> {
  const order = `${orders[search.sort]} ${search.direction === "asc" ? "ASC" : "DESC"} NULLS LAST`;
  const { rows } = await reader.query<TypeList>(
    `WITH known AS (
       SELECT *, is_season_pass OR type ~* $1 AS special FROM tickets
       WHERE archived_at IS NULL AND ($2 = 'every' OR is_season_pass OR family = 'early_bird' OR type ~* $1)),
     found AS (
       SELECT k.id, k.type, k.description, k.price::float8 AS price, k.entries, k.family, k.special AS "isSpecial", k.is_visible AS "isVisible",
         k.is_used AS "isUsed", k.is_quick_purchase AS "isQuickPurchase", k.is_season_pass AS "isSeasonPass", k.stripe_price_id AS "stripePriceId",
         k.price_agreed_at IS NOT NULL AS "isAgreed", k.image_url AS "imageUrl", c.capacity, c.sold, c.held, n.nights,
         row_number() OVER (ORDER BY ${order}, k.price, k.type, k.id) AS place
       FROM known k JOIN stock_counters c ON c.id = k.id
       CROSS JOIN LATERAL (SELECT coalesce(array_agg(e.name ORDER BY e.date, e.id), '{}') AS nights, min(e.date) AS first_night
         FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = k.id) n
       WHERE CASE $3 ${isFiltered} END
         AND ($4 = '%%' OR k.type ILIKE $4 OR k.description ILIKE $4 OR EXISTS (SELECT FROM unnest(n.nights) AS name WHERE name ILIKE $4)))
     SELECT (SELECT count(*)::int FROM found) AS total, json_build_object(${counts}) AS counts, (SELECT type FROM tickets WHERE is_quick_purchase) AS "quickPurchase",
       (SELECT coalesce(json_agg(p ORDER BY p.place), '[]') FROM (SELECT * FROM found ORDER BY place LIMIT $5 OFFSET $6) p) AS types`,
    [
      specialNamePattern,
      search.kind,
      search.filter,
      containing(search.text),
      typesPerPage,
      (search.page - 1) * typesPerPage,
    ],
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
