import { decimalLei } from "#kernel/money.ts";
import type { Cell, CellKind, FileColumn } from "#kernel/table-cell.ts";
import { csvField, formulaGuarded } from "./formula-guard.ts";

/** A workbook, the first choice for people, or CSV, for programs. */
export type FileForm = "xlsx" | "csv";

export const isFileForm = (form: string | undefined): form is FileForm => form === "xlsx" || form === "csv";

/** A table whose cells have kinds, so that one value can be written in each file form. */
export type DataTable = {
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly rows: readonly (readonly Cell[])[];
};

/** A column that the database writes. */
export type SqlColumn = readonly [head: string, kind: CellKind, sql: string];

/** The byte order mark, without which spreadsheets do not recognise UTF-8. */
export const byteOrderMark = "\uFEFF";

/** "2026-07-18T22:41:00" as "18.07.2026 22:41:00"; a day alone as its date. */
const dotted = (at: string) =>
  `${at.slice(8, 10)}.${at.slice(5, 7)}.${at.slice(0, 4)}${at.slice(10, 19).replace("T", " ")}`;

function csvCell(value: Cell, { kind }: FileColumn): string {
  if (value === null) return csvField("");
  if (kind === "day" || kind === "moment") return csvField(dotted(String(value)));
  // quoted like every field; a number with a sign is not a formula
  if (kind === "lei") return `"${decimalLei(Number(value))}"`;
  return csvField(kind === "number" ? Number(value) : String(value));
}

/** A table as CSV without the byte order mark: commas, a dot for decimals, dates as specified. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [
    columns.map(({ head }) => csvField(head)),
    ...rows.map((row) => columns.map((column, at) => csvCell(row[at] ?? null, column))),
  ];
  return lines.map((cells) => `${cells.join(",")}\n`).join("");
}

/** The lines of JSON for tables as sheets of a workbook. */
export const sheetLines = (tables: readonly DataTable[]): string[] =>
  tables
    .flatMap(({ name, columns, rows }) => [{ name, columns }, ...rows])
    .map((line) => `${JSON.stringify(line)}\n`);

/** SQL: the cells of these columns for a line of CSV. `copyOut` writes dates as specified. */
export const csvCells = (columns: readonly SqlColumn[]): string =>
  columns.map(([head, kind, sql]) => `${csvSql(kind, sql)} AS "${head}"`).join(", ");

function csvSql(kind: CellKind, sql: string): string {
  if (kind === "text") return formulaGuarded(sql);
  // every field must be quoted, and COPY does not quote null
  if (kind === "lei") return `coalesce(round((${sql}) / 100.0, 2)::text, '')`;
  return kind === "moment" ? `left((${sql})::text, ${"DD.MM.YYYY HH:MM".length})` : sql;
}

/** SQL: the cells of these columns as a line of JSON. */
export const jsonCells = (columns: readonly SqlColumn[]): string =>
  `json_build_array(${columns.map(([, , sql]) => sql).join(", ")})`;
