import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Sql } from "#platform/database/sql.ts";
import { only } from "#platform/database/sql.ts";
import { byStart, isAhead } from "#ticketing/events/night-time.ts";
import { nightTakesPlace } from "#ticketing/events/sale-state-queries.server.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { readVoucher, type StoredVoucher } from "./voucher-store.server.ts";

export const voucherKindFilters = ["all", "discount", "access", "set"] as const;
export const voucherStates = ["all", "on", "off", "ended"] as const;

export type VoucherSearch = {
  /** Words to find in the vouchers, their names and the names of their nights. */
  readonly text: string;
  /** The id of a night that the voucher can be used for. */
  readonly night: string | null;
  readonly kind: (typeof voucherKindFilters)[number];
  readonly state: (typeof voucherStates)[number];
  readonly page: number;
};

/** The uses of a voucher or a whole set, in tickets: sold, on hold, allowed. `capacity` is null without a limit. */
type Uses = { readonly sold: number; readonly held: number; readonly capacity: number | null };

type Names = { readonly nights: readonly string[] | null; readonly types: readonly string[] | null };

export type ListedVoucher = Pick<
  StoredVoucher,
  "id" | "code" | "name" | "kind" | "percent" | "amount" | "isSet" | "isOn"
> &
  Uses &
  Names & {
    readonly startsAt: string | null;
    readonly endsAt: string | null;
    readonly isEnded: boolean;
    readonly codes: number;
  };

export type VoucherList = {
  readonly vouchers: readonly ListedVoucher[];
  /** How many rows the search found. */
  readonly total: number;
  /** Over all vouchers: single ones and sets, the tickets paid with them, their uses now, and the bani they took off. */
  readonly inAll: {
    readonly vouchers: number;
    readonly tickets: number;
    readonly sold: number;
    readonly saved: number;
  };
};

export const vouchersPerPage = 50;

const kinds: Record<VoucherSearch["kind"], string> = {
  all: "true",
  discount: "v.kind <> 'unlock'",
  access: "v.kind = 'unlock'",
  set: "v.set_id IS NOT NULL",
};
const states: Record<VoucherSearch["state"], string> = {
  all: "true",
  on: "v.is_on AND v.ends_at IS NULL OR v.is_on AND v.ends_at > now()",
  off: "NOT v.is_on",
  ended: "v.ends_at <= now()",
};

const names = `CASE WHEN v.event_ids IS NOT NULL THEN ARRAY(SELECT e.name FROM events e WHERE e.id = ANY(v.event_ids) ORDER BY ${byStart("e")}) END AS nights,
  CASE WHEN v.ticket_type_ids IS NOT NULL THEN ARRAY(SELECT t.type FROM tickets t WHERE t.id = ANY(v.ticket_type_ids) ORDER BY t.type, t.id) END AS types`;

const codes = "(SELECT string_agg(w.code, ' ') FROM vouchers w WHERE coalesce(w.set_id, w.id) = v.group_id)";
const nightNames = "(SELECT string_agg(e.name, ' ') FROM events e WHERE e.id = ANY(v.event_ids))";

/** SQL: vouchers grouped so that a set is one row, because a set's vouchers change together. */
const groups = `(SELECT DISTINCT ON (coalesce(set_id, id)) *, coalesce(set_id, id) AS group_id FROM vouchers ORDER BY coalesce(set_id, id), id) v
  JOIN (SELECT coalesce(w.set_id, w.id) AS group_id, count(*)::int AS codes, sum(c.sold)::int AS sold, sum(c.held)::int AS held,
          CASE WHEN max(c.capacity) < ${noLimit} THEN sum(c.capacity)::float8 END AS capacity
        FROM vouchers w JOIN stock_counters c ON c.id = w.id GROUP BY 1) u USING (group_id)`;

/** One page of the vouchers and sets that a search finds, newest first. */
export async function listVouchers(reader: Sql, search: VoucherSearch): Promise<VoucherList> {
  const { rows } = await reader.query<VoucherList>(
    `WITH found AS MATERIALIZED (
       SELECT v.*, u.codes, u.sold, u.held, u.capacity FROM ${groups}
       WHERE (${kinds[search.kind]}) AND (${states[search.state]})
         AND ($2::uuid IS NULL OR v.event_ids IS NULL OR $2 = ANY(v.event_ids))
         AND ${hasWords("$1", ["v.name", codes, nightNames])})
     SELECT (SELECT count(*)::int FROM found) AS total,
       (SELECT json_build_object('vouchers', (SELECT count(DISTINCT coalesce(set_id, id)) FROM vouchers), 'tickets', coalesce(sum(l.quantity), 0), 'sold', (SELECT coalesce(sum(c.sold), 0) FROM vouchers w JOIN stock_counters c ON c.id = w.id), 'saved', coalesce(sum(l.discount), 0))
        FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.voucher_id IS NOT NULL AND o.paid_at IS NOT NULL) AS "inAll",
       (SELECT coalesce(json_agg(p ORDER BY p.created_at DESC, p.id DESC), '[]') FROM (
         SELECT v.group_id AS id, v.code, v.name, v.kind, v.percent, v.amount, v.set_id IS NOT NULL AS "isSet", v.is_on AS "isOn", v.starts_at AS "startsAt", v.ends_at AS "endsAt",
           coalesce(v.ends_at <= now(), false) AS "isEnded", v.codes, v.sold, v.held, v.capacity, v.created_at, ${names}
         FROM found v ORDER BY v.created_at DESC, v.group_id DESC LIMIT $3 OFFSET $4) p) AS vouchers`,
    [wordPatterns(search.text), search.night, vouchersPerPage, (search.page - 1) * vouchersPerPage],
  );
  return only(rows);
}

export type VoucherDetails = StoredVoucher &
  Uses & {
    readonly codes: number;
    /** The limit of each single voucher; null without one. */
    readonly uses: number | null;
    /** Whether no order ever had the voucher. */
    readonly isUnused: boolean;
  };

export async function findVoucher(reader: Sql, id: string): Promise<VoucherDetails | undefined> {
  const voucher = await readVoucher(reader, id);
  if (!voucher) return undefined;
  const { rows } = await reader.query<Omit<VoucherDetails, keyof StoredVoucher>>(
    `SELECT count(*)::int AS codes, sum(c.sold)::int AS sold, sum(c.held)::int AS held,
       CASE WHEN max(c.capacity) < ${noLimit} THEN sum(c.capacity)::float8 END AS capacity, nullif(max(c.capacity), ${noLimit}) AS uses,
       NOT EXISTS (SELECT FROM order_lines l JOIN vouchers w ON w.id = l.voucher_id WHERE coalesce(w.set_id, w.id) = $1) AS "isUnused"
     FROM vouchers v JOIN stock_counters c ON c.id = v.id WHERE coalesce(v.set_id, v.id) = $1`,
    [id],
  );
  return { ...voucher, ...only(rows) };
}

type VoucherScope = Pick<VoucherDetails, "eventIds" | "ticketTypeIds">;

/** The running and coming nights on whose pages a voucher can be used. Empty: for every night and type. */
export async function listOpenedNights(
  reader: Sql,
  { eventIds, ticketTypeIds }: VoucherScope,
): Promise<{ name: string; slug: string }[]> {
  const { rows } = await reader.query<{ name: string; slug: string }>(
    `SELECT e.name, e.slug FROM events e WHERE ${nightTakesPlace("e")} AND coalesce($1::uuid[], $2) IS NOT NULL AND ($1 IS NULL OR e.id = ANY($1))
       AND ($2::uuid[] IS NULL OR EXISTS (SELECT FROM event_tickets l WHERE l.event_id = e.id AND l.ticket_id = ANY($2))) ORDER BY ${byStart("e")}`,
    [eventIds, ticketTypeIds],
  );
  return rows;
}

export type TypeChoice = {
  readonly id: string;
  readonly type: string;
  readonly night: string | null;
  /** Whether all nights of the type are over. */
  readonly isPast: boolean;
  readonly requiresCode: boolean;
  /** Its price, or its cheapest phase's price, in bani. */
  readonly lowest: number;
};

/** The types that a voucher may be for: ordinary types that are not archived, hidden ones first. */
export async function listTypeChoices(reader: Sql): Promise<TypeChoice[]> {
  const { rows } = await reader.query<TypeChoice>(
    `SELECT t.id, t.type, e.name AS night, t.requires_code AS "requiresCode",
       NOT EXISTS (SELECT FROM event_tickets l JOIN events v ON v.id = l.event_id WHERE l.ticket_id = t.id AND ${isAhead("v")}) AS "isPast",
       LEAST(t.price, (SELECT min(f.price) FROM price_phases f WHERE f.ticket_type_id = t.id))::float8 AS lowest
     FROM tickets t LEFT JOIN events e ON e.id = t.event_id
     WHERE t.archived_at IS NULL AND t.family = 'ordinary' ORDER BY t.requires_code DESC, e.date, t.type, t.id`,
  );
  return rows;
}
