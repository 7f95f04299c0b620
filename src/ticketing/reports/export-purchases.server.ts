import type { Readable } from "node:stream";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { settingValues } from "./bind-values.ts";
import { formulaGuarded } from "./formula-guard.ts";
import { codeStateOf, conditionsOf, entriesLeftOf } from "./purchase-conditions.server.ts";
import { orderOf } from "./purchase-list-queries.server.ts";
import type { PurchaseSearch, PurchaseSort } from "./purchase-search.ts";

export type ExportRefusal =
  | NotAllowed
  /** Two exports are running; a third would slow down the sale. */
  | { readonly reason: "busy" };

type ExportRequest = {
  readonly actor: Actor;
  readonly search: PurchaseSearch;
  readonly columns: "report" | "purchases";
  readonly sorted?: { readonly sort: PurchaseSort; readonly direction: "asc" | "desc" };
};

const newestFirst = { sort: "date", direction: "desc" } as const;

const reportColumns = `${formulaGuarded("coalesce(u.full_name, '')")} AS "Utilizator", ${formulaGuarded("coalesce(u.contact::text, '')")} AS "Email", ${formulaGuarded("e.title")} AS "Eveniment", ${formulaGuarded("t.type")} AS "Tip bilet",
  p.quantity AS "Cantitate", p.total_price / 100 || ',' || lpad((p.total_price % 100)::text, 2, '0') AS "Preț total", left((p.purchase_date AT TIME ZONE 'Europe/Bucharest')::text, ${"DD.MM.YYYY HH:MM".length}) AS "Data"`;

// Ticket codes are our own labels, so they need no guard.
const moreColumns = `p.ticket_code AS "Cod bilet", ${entriesLeftOf} AS "Intrări rămase", CASE ${codeStateOf} WHEN 'refunded' THEN 'Rambursat' WHEN 'cancelled' THEN 'Anulat' WHEN 'used' THEN 'Folosit' ELSE 'Disponibil' END AS "Status"`;

/**
 * The purchases that a search finds, in the order of the list, as CSV: UTF-8 with a byte order mark, every field quoted.
 * Newest first, the newest are sent at once. The database writes it and it is never in memory as a whole; a slow reader slows the export down,
 * and a closed connection ends it. `report` has the columns of the report, `purchases` three more.
 */
export async function exportPurchases(
  services: Services,
  { actor, search, columns, sorted = newestFirst }: ExportRequest,
): Promise<Outcome<Readable, ExportRefusal>> {
  if (!mayDo(actor, "export-purchases")) return refused(notAllowed);
  await faultPoint("export.begin");
  const { bind, values } = settingValues();
  const conditions = await services.database.readAs(actor, (sql) => conditionsOf(sql, search, bind));
  const shown = columns === "purchases" ? `${reportColumns}, ${moreColumns}` : reportColumns;
  // The orders are needed for the payment filter only; no column shows them.
  const orders = search.payment === "all" ? "" : "JOIN orders o ON o.id = p.order_id";
  const isNewestFirst = sorted.sort === "date" && sorted.direction === "desc";
  const copy = (purchases: string, place: string, format: string) =>
    `COPY (SELECT ${shown}
       FROM ${purchases} p ${orders} JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id JOIN profiles u ON u.id = p.user_id
       WHERE ${conditions} AND ${place} ORDER BY ${orderOf(sorted)}) TO STDOUT (${format})`;
  const copied = await services.database.copyOut(
    isNewestFirst
      ? [
          copy(newest, "true", "FORMAT csv, HEADER, FORCE_QUOTE *"),
          copy("ticket_purchases", isOlder, "FORMAT csv, FORCE_QUOTE *"),
        ]
      : [copy("ticket_purchases", "true", "FORMAT csv, HEADER, FORCE_QUOTE *")],
    values,
  );
  return copied === "busy" ? refused({ reason: "busy" }) : done(copied);
}

/**
 * The newest purchases are sent first: the index finds them at once and the download begins, while the database still
 * sorts all others, which takes seconds for a million.
 */
const newest = `(SELECT id, order_id, line_no, user_id, event_id, ticket_type_id, quantity, total_price, ticket_code, purchase_date, entries_remaining, status, is_test
  FROM ticket_purchases ORDER BY purchase_date DESC, id DESC LIMIT 1000)`;

/** All others; the comparison with no row is null, so none if there are no more than the first part. */
const isOlder = `(p.purchase_date, p.id) < (SELECT purchase_date, id FROM ticket_purchases ORDER BY purchase_date DESC, id DESC OFFSET 999 LIMIT 1)`;
