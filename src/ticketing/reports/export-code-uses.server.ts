import type { Readable } from "node:stream";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { mayDo, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { ExportRefusal } from "./export-purchases.server.ts";
import { formulaGuarded } from "./formula-guard.ts";

const minutes = (at: string) =>
  `left((${at} AT TIME ZONE 'Europe/Bucharest')::text, ${"DD.MM.YYYY HH:MM".length})`;

/** Every line of an order that has a code: paid ones, and those that are held now. Newest first. */
const uses = `SELECT o.number AS "Comandă", v.code AS "Cod", ${formulaGuarded("coalesce(e.nights, '')")} AS "Eveniment", ${formulaGuarded("l.title")} AS "Tip bilet", l.quantity AS "Bilete", coalesce(r.tickets, 0) AS "Folosiri întoarse",
    l.discount / 100 || ',' || lpad((l.discount % 100)::text, 2, '0') AS "Reducere", CASE WHEN o.paid_at IS NULL THEN 'Ținut' ELSE 'Plătit' END AS "Status", ${minutes("coalesce(o.paid_at, o.created_at)")} AS "Data"
  FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN vouchers v ON v.id = l.voucher_id
  LEFT JOIN LATERAL (SELECT string_agg(e.title, ', ' ORDER BY e.title) AS nights FROM events e WHERE e.id = ANY(l.event_ids)) e ON true
  LEFT JOIN LATERAL (SELECT sum(tickets) AS tickets FROM voucher_returns r WHERE r.order_id = l.order_id AND r.line_no = l.no) r ON true
  WHERE o.paid_at IS NOT NULL OR o.stake = 'held' ORDER BY coalesce(o.paid_at, o.created_at) DESC, o.number DESC, l.no`;

/** The uses of all codes as CSV, as the other exports are written. */
export async function exportCodeUses(
  services: Services,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<Readable, ExportRefusal>> {
  if (!mayDo(actor, "export-code-uses")) return refused(notAllowed);
  await faultPoint("export.begin");
  const copied = await services.database.copyOut([
    `COPY (${uses}) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *)`,
  ]);
  return copied === "busy" ? refused({ reason: "busy" }) : done(copied);
}
