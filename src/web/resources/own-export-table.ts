import type { DataTable } from "#ticketing/reports/file-table.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

const columns = ["tabel", "rând", "câmp", "valoare"].map((head) => ({
  head,
  kind: head === "rând" ? ("number" as const) : ("text" as const),
}));

/** Several tables as one: a row for each value, with its place. */
export function ownExportTable(tables: Readonly<Record<string, Rows>>): DataTable {
  return {
    name: "Date",
    columns,
    rows: Object.entries(tables).flatMap(([table, rows]) =>
      rows.flatMap((row, place) =>
        Object.entries(row).map(([field, value]) => [table, place + 1, field, textOf(value)]),
      ),
    ),
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return value instanceof Date ? value.toISOString() : String(value);
}
