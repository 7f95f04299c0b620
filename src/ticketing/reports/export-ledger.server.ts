import type { Readable } from "node:stream";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";
import { mayDo, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { ExportRefusal } from "./export-purchases.server.ts";
import { formulaGuarded } from "./formula-guard.ts";

/** An amount, or empty. Two columns without a sign, because a cell that begins with a sign might be a formula. */
const lei = (amount: string) =>
  `CASE WHEN ${amount} > 0 THEN replace((${amount} / 100.0)::numeric(14, 2)::text, '.', ',') ELSE '' END`;

/**
 * The movements at the card provider by our books, newest first, as CSV for the accountant: one line for each payment,
 * refund and dispute, with the provider's own reference. Written by the database, never in memory as a whole.
 */
export async function exportLedger(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<Readable, ExportRefusal>> {
  if (!mayDo(actor, "export-ledger")) return refused(notAllowed);
  const copied = await services.database.copyOut([
    `COPY (SELECT to_char(l.at AT TIME ZONE 'Europe/Bucharest', 'DD.MM.YYYY HH24:MI') AS "Data",
       CASE l.source WHEN 'payment' THEN 'Plată' WHEN 'refund' THEN 'Rambursare' ELSE 'Contestație' END AS "Fel",
       ${formulaGuarded("split_part(l.source_id, ':', 1)")} AS "Referință Stripe", ${formulaGuarded(titlesOfOrder)} AS "Bilet", o.id AS "Comandă",
       ${lei("l.amount")} AS "Intrat", ${lei("(-l.amount)")} AS "Ieșit"
       FROM ledger_entries l JOIN orders o ON o.id = l.order_id WHERE l.account = 'clearing' ORDER BY l.at DESC, l.source, l.source_id) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *)`,
  ]);
  return copied === "busy" ? refused({ reason: "busy" }) : done(copied);
}
