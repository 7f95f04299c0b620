/** The program that turns lines of JSON into a workbook (`openSpreadsheets`). */
import writeExcelFile, { type CellObject, type Row, type Sheet } from "write-excel-file/node";
import type { Cell, FileColumn } from "#kernel/table-cell.ts";
import { type SheetLine, tooMany } from "./spreadsheet.server.ts";

const maxRows = Number(process.argv[2]);
const money = "#,##0.00";
const widths = { text: 26, label: 17, number: 11, lei: 14, day: 12, moment: 17 } as const;
const dates = { day: "dd.mm.yyyy", moment: "dd.mm.yyyy hh:mm" } as const;

function cellOf(value: Cell, { kind }: FileColumn): CellObject | string | number | null {
  if (value === null || value === "") return null;
  if (kind === "day" || kind === "moment")
    // dates in a workbook have no zone, so the local time is written as if it were UTC
    return {
      value: new Date(`${String(value).slice(0, 19)}${kind === "day" ? "T00:00" : ""}Z`),
      type: Date,
      format: dates[kind],
    };
  if (kind === "lei") return { value: Number(value) / 100, type: Number, format: money };
  return kind === "number" ? Number(value) : String(value);
}

/** Prints a sheet as wide as one page, and on as many pages as its rows need. */
const onePageWide = (xml: string) =>
  xml
    .replace(/<worksheet [^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace("<pageSetup ", '<pageSetup fitToHeight="0" ');
const features = [{ files: { transform: { "xl/worksheets/sheet{id}.xml": { transform: onePageWide } } } }];

/** Lines end at "\n" alone: `node:readline` would end them inside a text with another line separator too. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

const sheets: (Sheet<never> & { data: Row[] })[] = [];
let columns: readonly FileColumn[] = [];
let rows = 0;
for await (const text of linesOf(process.stdin.setEncoding("utf8"))) {
  const line = JSON.parse(text) as SheetLine;
  if ("columns" in line) {
    columns = line.columns;
    const head = columns.map(({ head: value }) => ({ value, fontWeight: "bold" as const, wrap: true }));
    sheets.push({
      sheet: line.name,
      data: [head],
      columns: columns.map(({ kind }) => ({ width: widths[kind] })),
      stickyRowsCount: 1,
      orientation: "landscape",
    });
    continue;
  }
  rows += 1;
  if (rows > maxRows) process.exit(tooMany);
  sheets.at(-1)?.data.push(columns.map((column, at) => cellOf(line[at] ?? null, column)));
}
process.stdout.write(await writeExcelFile(sheets, { features }).toBuffer());
