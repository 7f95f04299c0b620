import type { Readable } from "node:stream";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { FileForm, SqlColumn } from "./file-table.ts";
import { copyFile, type FileRefusal } from "./write-file.server.ts";

const kinds =
  "CASE l.source WHEN 'payment' THEN 'Plată' WHEN 'refund' THEN 'Rambursare' ELSE 'Contestație' END";

const columns: SqlColumn[] = [
  ["Data", "moment", "l.at AT TIME ZONE 'Europe/Bucharest'"],
  ["Fel", "label", kinds],
  ["Referință Stripe", "text", "split_part(l.source_id, ':', 1)"],
  ["Bilet", "text", titlesOfOrder],
  ["Comandă", "number", "o.number"],
  ["Intrat", "lei", "CASE WHEN l.amount > 0 THEN l.amount END"],
  ["Ieșit", "lei", "CASE WHEN l.amount < 0 THEN l.amount END"],
];

/**
 * The movements at the card provider by our books, newest first, for the accountant: a row for each payment, refund
 * and dispute, with the provider's reference and the order's number. Money that went out is negative.
 */
export async function exportLedger(
  services: Services,
  { actor, as }: { readonly actor: Actor; readonly as: FileForm },
): Promise<Outcome<Readable, NotAllowed | FileRefusal>> {
  if (!mayDo(actor, "export-ledger")) return refused(notAllowed);
  const booked =
    "FROM ledger_entries l JOIN orders o ON o.id = l.order_id WHERE l.account = 'clearing' ORDER BY l.at DESC, l.source, l.source_id";
  return copyFile(services, { actor, as }, { name: "Registru", columns }, booked);
}
