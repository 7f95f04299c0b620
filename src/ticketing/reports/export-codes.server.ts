import type { Readable } from "node:stream";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { mayDo, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { ExportRefusal } from "./export-purchases.server.ts";

/** Codes have no sign that begins a formula. */
const codes = `SELECT v.code AS "Cod", c.sold AS "Folosit, bilete", c.held AS "Ținut, bilete" FROM vouchers v JOIN stock_counters c ON c.id = v.id
  WHERE v.set_id = current_setting('export.v1')::uuid ORDER BY v.code`;

/** The codes of a set, to give them out, with how many tickets each is used for; as the other exports are written. */
export async function exportCodes(
  services: Services,
  { actor, id }: { readonly actor: Actor; readonly id: string | null },
): Promise<Outcome<Readable, ExportRefusal | { readonly reason: "missing" }>> {
  if (!mayDo(actor, "export-codes")) return refused(notAllowed);
  if (!isUuid(id)) return refused({ reason: "missing" });
  await faultPoint("export.begin");
  const copied = await services.database.copyOut(
    [`COPY (${codes}) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *)`],
    [id],
  );
  return copied === "busy" ? refused({ reason: "busy" }) : done(copied);
}
