import type { Readable } from "node:stream";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { owedOfSeat } from "#ticketing/orders/owed-of-seat.server.ts";
import { takenOfSeat } from "#ticketing/orders/taken-of-seat.ts";
import { shownCodeOf } from "#ticketing/orders/vouchers/shown-code.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { settingValues } from "./bind-values.ts";
import { codeStates } from "./code-state-texts.ts";
import type { FileForm, SqlColumn } from "./file-table.ts";
import {
  codeStateOf,
  conditionsOf,
  entriesLeftOf,
  isBearer,
  isInvitation,
  keptOfSeat,
  mayReadPhones,
  paidOf,
} from "./purchase-conditions.server.ts";
import { listOrderOf } from "./purchase-list-queries.server.ts";
import type { PurchaseSearch, PurchaseSort } from "./purchase-search.ts";
import { copyFile, type FileRefusal } from "./write-file.server.ts";

type ExportRequest = {
  readonly actor: Actor;
  readonly as: FileForm;
  readonly search: PurchaseSearch;
  readonly columns: "report" | "purchases";
  readonly sorted?: { readonly sort: PurchaseSort; readonly direction: "asc" | "desc" };
};

const newestFirst = { sort: "date", direction: "desc" } as const;

/** The report's specified columns in order (B8-18). The price is what remains after refunds, and what went back. */
const reportColumns: SqlColumn[] = [
  ["Utilizator", "text", "coalesce(u.full_name, '')"],
  ["Email", "text", "coalesce(u.contact::text, '')"],
  ["Eveniment", "text", "e.title"],
  ["Tip bilet", "text", "t.type"],
  ["Cantitate", "number", "p.quantity"],
  ["Preț total", "lei", keptOfSeat],
  ["Data", "moment", "p.purchase_date AT TIME ZONE 'Europe/Bucharest'"],
];

const stateWord = `CASE ${codeStateOf} ${Object.entries(codeStates)
  .map(([state, word]) => `WHEN '${state}' THEN '${word}'`)
  .join(" ")} END`;
/** The seat's part of its line's discount. The parts of all seats add up to the discount. */
const discount = `CASE WHEN l.discount > 0 AND ${isBearer} THEN (SELECT l.discount * count(*) FILTER (WHERE s.seat_no < p.seat_no) / count(*) - l.discount * count(*) FILTER (WHERE s.seat_no <= p.seat_no) / count(*)
  FROM ticket_purchases s WHERE s.order_id = p.order_id AND s.line_no = p.line_no AND s.event_id = p.event_id) ELSE 0 END`;

/** The columns of the list of purchases: the report's, three more specified (B7-15), then further ones. */
const purchaseColumns = (phone: string, code: string): SqlColumn[] => [
  ...reportColumns,
  ["Cod bilet", "label", "p.ticket_code"],
  ["Intrări rămase", "number", entriesLeftOf],
  ["Status", "label", stateWord],
  ["Comandă", "number", "o.number"],
  ["Telefon", "text", phone],
  ["Deținător", "text", "coalesce(p.holder_name, '')"],
  ["Cod reducere", "label", `coalesce(${code}, '')`],
  ["Reducere", "lei", discount],
  ["Plătit", "lei", paidOf],
  ["Rambursat", "lei", `${keptOfSeat} + ${takenOfSeat("p")} + ${owedOfSeat("p")} - (${paidOf})`],
  [
    "Fel de plată",
    "label",
    `CASE WHEN ${isInvitation} THEN 'Invitație' WHEN o.total = 0 THEN 'Gratuit, cu cod' ELSE 'Card' END`,
  ],
  ["Luat de bancă", "lei", `-(${takenOfSeat("p")})`],
  ["De dat înapoi", "lei", `-(${owedOfSeat("p")})`],
];

/**
 * The purchases that a search finds, in the order of the list. `report` has the report's specified columns. A person
 * who may not read phones gets empty ones.
 */
export async function exportPurchases(
  services: Services,
  { actor, as, search, columns, sorted = newestFirst }: ExportRequest,
): Promise<Outcome<Readable, NotAllowed | FileRefusal>> {
  if (!mayDo(actor, "export-purchases")) return refused(notAllowed);
  const { bind, values } = settingValues();
  const { conditions, phone } = await services.database.readAs(actor, async (sql) => ({
    conditions: await conditionsOf(sql, search, bind),
    phone: (await mayReadPhones(sql)) ? "coalesce(u.phone, '')" : "''",
  }));
  const code = shownCodeOf(`${mayDo(actor, "export-codes")}`);
  const isReport = columns === "report";
  const inOrder = listOrderOf({ search, ...sorted }, bind);
  const rows = `FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id JOIN profiles u ON u.id = p.user_id
      ${isReport ? "" : "LEFT JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no LEFT JOIN vouchers v ON v.id = l.voucher_id"}
    WHERE ${conditions} ORDER BY ${inOrder}`;
  return copyFile(
    services,
    { actor, as },
    { name: "Achiziții", columns: isReport ? reportColumns : purchaseColumns(phone, code) },
    rows,
    values,
  );
}
