import { only, type Sql } from "#platform/database/sql.ts";
import { typedOrderNumber } from "#ticketing/orders/order-number.ts";
import type { PaymentState } from "#ticketing/orders/order-payment.ts";
import type { TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import { roleHandsOut, shownCodeOf } from "#ticketing/orders/vouchers/shown-code.ts";
import { type Bind, boundValues } from "./bind-values.ts";
import type { CodeState } from "./code-state-texts.ts";
import {
  codeStateOf,
  conditionsOf,
  entriesLeftOf,
  keptOfSeat,
  paidOf,
  paymentOf,
} from "./purchase-conditions.server.ts";
import type { PurchaseSearch, PurchaseSort } from "./purchase-search.ts";

export type PurchaseRow = {
  readonly id: string;
  readonly orderId: string;
  readonly number: number;
  readonly userName: string | null;
  readonly email: string | null;
  readonly eventId: string;
  readonly eventTitle: string;
  readonly typeName: string;
  readonly isSpecial: boolean;
  readonly quantity: number;
  readonly entriesTotal: number;
  /** 0 for a code with which nobody may come in any more. */
  readonly entriesRemaining: number;
  readonly state: CodeState;
  /** Bani: the price now, what was paid for it, and how much of that remains. */
  readonly totalPrice: number;
  readonly paid: number;
  readonly kept: number;
  readonly code: string;
  readonly voucher: string | null;
  readonly at: Date;
  readonly payment: PaymentState;
};

export type PurchasePage = {
  readonly rows: readonly PurchaseRow[];
  /** Ids of the rows after which the neighbouring pages begin; null when there is no such page. */
  readonly previous: string | null;
  readonly next: string | null;
};

export type PageRequest = {
  readonly search: PurchaseSearch;
  readonly sort: PurchaseSort;
  readonly direction: "asc" | "desc";
  /** The row that the page follows or precedes. If it no longer exists, the first page is shown. */
  readonly from: { readonly id: string; readonly go: "on" | "back" } | null;
  readonly size: number;
};

const sortBy: Record<PurchaseSort, { readonly expression: string; readonly type: string }> = {
  user: { expression: `coalesce(u.full_name, '') COLLATE "ro-x-icu"`, type: "text" },
  event: { expression: `e.title COLLATE "ro-x-icu"`, type: "text" },
  type: { expression: `t.type COLLATE "ro-x-icu"`, type: "text" },
  quantity: { expression: "p.quantity", type: "integer" },
  remaining: { expression: entriesLeftOf, type: "integer" },
  date: { expression: "p.purchase_date", type: "timestamptz" },
};

type Sorted = Pick<PageRequest, "search" | "sort" | "direction">;

/** SQL: the order of the list, for a statement that joins all of its tables. */
export function listOrderOf(request: Sorted, bind: Bind): string {
  return inOrder(keysOf(request, bind), request.direction === "asc");
}

const inOrder = (keys: readonly string[], isUp: boolean) =>
  keys.map((key) => `${key} ${isUp ? "ASC" : "DESC"}`).join(", ");

/** An order whose number was typed comes first, whatever the sorting, before codes that contain these digits. */
function keysOf({ search, sort, direction }: Sorted, bind: Bind): string[] {
  const number = typedOrderNumber(search.text);
  const isFirst =
    number === null ? [] : [`(o.number ${direction === "asc" ? "<>" : "="} ${bind(number, "integer")})`];
  return [...isFirst, sortBy[sort].expression, "p.id"];
}

const joined = `ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id
  JOIN tickets t ON t.id = p.ticket_type_id JOIN profiles u ON u.id = p.user_id LEFT JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no`;

const columns = `p.id, p.order_id AS "orderId", o.number::float8 AS number, u.full_name AS "userName", u.contact AS email, p.event_id AS "eventId", e.title AS "eventTitle", t.type AS "typeName", t.is_special AS "isSpecial",
  p.quantity, p.entries_total AS "entriesTotal", ${entriesLeftOf} AS "entriesRemaining", ${codeStateOf} AS state, p.total_price::float8 AS "totalPrice", (${paidOf})::float8 AS paid, (${keptOfSeat})::float8 AS kept, p.ticket_code AS code,
  (SELECT ${shownCodeOf(roleHandsOut)} FROM vouchers v WHERE v.id = l.voucher_id) AS voucher, p.purchase_date AS at, ${paymentOf} AS payment`;

/**
 * One page of the purchases, beginning after the row where the last page ended, so the hundredth page is as fast as
 * the first. Ties are broken by id, so no row is missing or shown twice.
 */
export async function listPurchases(sql: Sql, request: PageRequest): Promise<PurchasePage> {
  const { type } = sortBy[request.sort];
  const { bind, values } = boundValues();
  const keys = keysOf(request, bind);
  const conditions = [await conditionsOf(sql, request.search, bind)];
  const startRow = request.from && (await findStartRow(sql, request.from.id, request));
  const isBack = startRow !== null && request.from?.go === "back";
  const isUp = (request.direction === "asc") !== isBack;
  if (startRow && request.from) {
    const value =
      type === "timestamptz"
        ? bind(startRow.value, "timestamptz")
        : type === "integer"
          ? bind(startRow.value, "integer")
          : bind(startRow.value, "text");
    const isFirst = keys.length > 2 ? (startRow.isFirst ? "true, " : "false, ") : "";
    conditions.push(
      `(${keys.join(", ")}) ${isUp ? ">" : "<"} (${isFirst}${value}, ${bind(request.from.id, "uuid")})`,
    );
  }
  const { rows } = await sql.query<PurchaseRow>(
    `SELECT ${columns} FROM ${joined} WHERE ${conditions.join(" AND ")} ORDER BY ${inOrder(keys, isUp)} LIMIT ${bind(request.size + 1, "integer")}`,
    values,
  );
  const hasMore = rows.length > request.size;
  const page = rows.slice(0, request.size);
  if (isBack) page.reverse();
  return {
    rows: page,
    previous: (isBack ? hasMore : startRow !== null) ? (page[0]?.id ?? null) : null,
    next: (isBack ? true : hasMore) ? (page.at(-1)?.id ?? null) : null,
  };
}

async function findStartRow(
  sql: Sql,
  id: string,
  request: Sorted,
): Promise<{ value: string; isFirst: boolean } | null> {
  const { bind, values } = boundValues();
  const keys = keysOf(request, bind);
  const [isFirst, value] = keys.length > 2 ? keys : ["false", ...keys];
  const { rows } = await sql.query<{ value: string; isFirst: boolean }>(
    `SELECT (${value})::text AS value, ${isFirst} AS "isFirst" FROM ${joined} WHERE p.id = ${bind(id, "uuid")}`,
    values,
  );
  return rows[0] ?? null;
}

/** What a search finds: rows, up to `most`, and the tickets and add-ons in them. */
export type FoundPurchases = TicketCount & { readonly rows: number };

export async function countPurchases(
  sql: Sql,
  search: PurchaseSearch,
  most: number,
): Promise<FoundPurchases> {
  const { bind, values } = boundValues();
  const conditions = await conditionsOf(sql, search, bind);
  // most searches have no condition on the order and the night, and are counted without joining them
  const orders = /\bo\./.test(conditions) ? "JOIN orders o ON o.id = p.order_id" : "";
  const nights = /\be\./.test(conditions) ? "JOIN events e ON e.id = p.event_id" : "";
  const { rows } = await sql.query<FoundPurchases>(
    `SELECT count(*)::int AS rows, coalesce(sum(f.quantity) FILTER (WHERE t.admits), 0)::int AS tickets, coalesce(sum(f.quantity) FILTER (WHERE NOT t.admits), 0)::int AS "addOns"
     FROM (SELECT p.ticket_type_id, p.quantity FROM ticket_purchases p ${orders} ${nights} WHERE ${conditions} LIMIT ${bind(most, "integer")}) f
     JOIN tickets t ON t.id = f.ticket_type_id`,
    values,
  );
  return only(rows);
}

/** The options of the filters: nights, newest first, and the names of sold ticket types. */
export async function listPurchaseChoices(
  sql: Sql,
): Promise<{ events: { id: string; title: string; date: string }[]; types: string[] }> {
  const [events, types] = await Promise.all([
    sql.query<{ id: string; title: string; date: string }>(
      "SELECT id, title, date::text AS date FROM events ORDER BY starts_at DESC, id",
    ),
    sql.query<{ name: string }>(
      `SELECT DISTINCT type COLLATE "ro-x-icu" AS name FROM tickets t WHERE EXISTS (SELECT FROM ticket_purchases p WHERE p.ticket_type_id = t.id) ORDER BY 1`,
    ),
  ]);
  return { events: events.rows, types: types.rows.map((row) => row.name) };
}
