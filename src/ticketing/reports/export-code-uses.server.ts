import type { Readable } from "node:stream";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { shownCodeOf } from "#ticketing/orders/vouchers/shown-code.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { FileForm, SqlColumn } from "./file-table.ts";
import { paymentOf } from "./purchase-conditions.server.ts";
import { copyFile, type FileRefusal } from "./write-file.server.ts";

/** SQL: the state of the order's payment, in the words of the list of purchases. What cost nothing is never refunded. */
const state = `CASE WHEN o.paid_at IS NULL THEN 'Ținut' WHEN o.total = 0 AND o.state IN ('refunded', 'refunded_no_stock') THEN 'Anulat'
  ELSE CASE ${paymentOf} WHEN 'refunded' THEN 'Rambursat' WHEN 'partial' THEN 'Parțial rambursat' WHEN 'lost_in_part' THEN 'Parțial luat de bancă' WHEN 'disputed' THEN 'Contestat' WHEN 'lost' THEN 'Contestație pierdută' WHEN 'review' THEN 'În verificare' ELSE 'Plătit' END END`;

const columnsFor = (mayHandOut: boolean): SqlColumn[] => [
  ["Comandă", "number", "o.number"],
  ["Cod", "label", shownCodeOf(`${mayHandOut}`)],
  ["Eveniment", "text", "coalesce(e.nights, '')"],
  ["Tip bilet", "text", "l.title"],
  ["Bilete", "number", "l.quantity"],
  ["Folosiri întoarse", "number", "coalesce(r.tickets, 0)"],
  ["Reducere", "lei", "-l.discount"],
  ["Status", "label", state],
  ["Data", "moment", "coalesce(o.paid_at, o.created_at) AT TIME ZONE 'Europe/Bucharest'"],
];

/** Every order line with a voucher, of paid orders and of orders held now, the newest first. */
const uses = `FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN vouchers v ON v.id = l.voucher_id
  LEFT JOIN LATERAL (SELECT string_agg(e.title, ', ' ORDER BY e.title) AS nights FROM events e WHERE e.id = ANY(l.event_ids)) e ON true
  LEFT JOIN LATERAL (SELECT sum(tickets) AS tickets FROM voucher_returns r WHERE r.order_id = l.order_id AND r.line_no = l.no) r ON true
  WHERE o.paid_at IS NOT NULL OR o.stake = 'held' ORDER BY coalesce(o.paid_at, o.created_at) DESC, o.number DESC, l.no`;

/** The uses of all vouchers, as a file. */
export async function exportCodeUses(
  services: Services,
  { actor, as }: { readonly actor: Actor; readonly as: FileForm },
): Promise<Outcome<Readable, NotAllowed | FileRefusal>> {
  if (!mayDo(actor, "export-code-uses")) return refused(notAllowed);
  const columns = columnsFor(mayDo(actor, "export-codes"));
  return copyFile(services, { actor, as }, { name: "Folosiri", columns }, uses);
}
