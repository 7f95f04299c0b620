import { Readable } from "node:stream";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isOfTeam } from "#ticketing/rights/role-rights.ts";
import {
  csvCells,
  csvOf,
  type DataTable,
  type FileForm,
  jsonCells,
  type SqlColumn,
  sheetLines,
} from "./file-table.ts";

/** The person who asks for a file, and the form of the file. */
type FileRequest = { readonly actor: Pick<Actor, "userId" | "role">; readonly as: FileForm };

/** `busy`: several files are being made. `too_many`: a workbook has at most `limits.rowsOfWorkbook` rows. */
export type FileRefusal = { readonly reason: "busy" | "too_many" };

type FileOutcome = Outcome<Readable, FileRefusal>;

const requester = ({ userId, role }: FileRequest["actor"]) => ({ id: userId, isTeam: isOfTeam(role) });

/** Tables as the sheets of a workbook, or as CSV, which has only the first one, here without byte order mark. */
export async function writeTables(
  { spreadsheets }: Pick<Services, "spreadsheets">,
  { actor, as }: FileRequest,
  tables: readonly [DataTable, ...DataTable[]],
): Promise<FileOutcome> {
  if (as === "csv") return done(Readable.from([Buffer.from(csvOf(tables[0]))]));
  return workbook(await spreadsheets.write(requester(actor), async () => Readable.from(sheetLines(tables))));
}

/**
 * A file of rows that the database selects. It writes CSV itself with every field quoted, never a whole file in
 * memory. A slow reader slows it down, and a closed connection ends it. Values are settings (`settingValues`).
 */
export async function copyFile(
  { database, spreadsheets }: Pick<Services, "database" | "spreadsheets">,
  { actor, as }: FileRequest,
  sheet: { readonly name: string; readonly columns: readonly SqlColumn[] },
  rows: string,
  values: readonly string[] = [],
): Promise<FileOutcome> {
  await faultPoint("export.begin");
  const { name, columns } = sheet;
  const cells = as === "csv" ? csvCells(columns) : jsonCells(columns);
  const copy = () => database.copyOut(`COPY (SELECT ${cells} ${rows}) TO STDOUT (${formats[as]})`, values);
  if (as === "csv") {
    const copied = await copy();
    return copied === "busy" ? refused({ reason: copied }) : done(copied);
  }
  const head = sheetLines([{ name, columns: columns.map(([head, kind]) => ({ head, kind })), rows: [] }]);
  return workbook(
    await spreadsheets.write(requester(actor), async () => {
      const copied = await copy();
      return copied === "busy" ? copied : Readable.from(headThenRows(head, copied));
    }),
  );
}

async function* headThenRows(head: readonly string[], rows: Readable) {
  yield* head;
  yield* rows;
}

const formats = {
  csv: "FORMAT csv, HEADER, FORCE_QUOTE *",
  // JSON has no control characters, so this quote and this separator leave it unchanged
  xlsx: String.raw`FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02'`,
};

const workbook = (written: Buffer | "too_many" | "busy"): FileOutcome =>
  typeof written === "string" ? refused({ reason: written }) : done(Readable.from([written]));
