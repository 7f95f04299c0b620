import { csvField } from "#ticketing/reports/formula-guard.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Several tables as one: a line for each value, with its place. The byte order mark makes spreadsheets read it as
 * UTF-8; what they would take for a formula is made a text.
 */
export function ownExportCsv(tables: Readonly<Record<string, Rows>>): string {
  const lines = [["tabel", "rând", "câmp", "valoare"]];
  for (const [table, rows] of Object.entries(tables))
    rows.forEach((row, place) => {
      for (const [field, value] of Object.entries(row))
        lines.push([table, String(place + 1), field, textOf(value)]);
    });
  return `\uFEFF${lines.map((line) => line.map(csvField).join(",")).join("\r\n")}\r\n`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return value instanceof Date ? value.toISOString() : String(value);
}
