import type { Readable } from "node:stream";
import { isUuid } from "#kernel/id.ts";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { FileForm, SqlColumn } from "./file-table.ts";
import { copyFile, type FileRefusal } from "./write-file.server.ts";

const columns: SqlColumn[] = [
  ["Cod", "label", "v.code"],
  ["Folosit, bilete", "number", "c.sold"],
  ["Ținut, bilete", "number", "c.held"],
];

/** Writes the codes of a set as a file, each with the number of tickets that it was used for and that it holds. */
export async function exportCodes(
  services: Services,
  { actor, as, id }: { readonly actor: Actor; readonly as: FileForm; readonly id: string | null },
): Promise<Outcome<Readable, NotAllowed | FileRefusal | typeof missing>> {
  if (!mayDo(actor, "export-codes")) return refused(notAllowed);
  if (!isUuid(id)) return refused(missing);
  // `export.v1` is the first value of the list that `copyFile` gets, here the id
  const codes =
    "FROM vouchers v JOIN stock_counters c ON c.id = v.id WHERE v.set_id = current_setting('export.v1')::uuid ORDER BY v.code";
  return copyFile(services, { actor, as }, { name: "Coduri", columns }, codes, [id]);
}
