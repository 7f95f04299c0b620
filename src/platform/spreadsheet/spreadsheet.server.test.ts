import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { dayOfSerial, readWorkbook, unzipped } from "#test/support/workbook.ts";
import { openSpreadsheets, type SheetLine } from "./spreadsheet.server.ts";

const program = join(import.meta.dirname, "spreadsheet-process.server.ts");
const columns = [
  { head: "Text", kind: "text" },
  { head: "Lei", kind: "lei" },
  { head: "Ziua", kind: "day" },
  { head: "Ora", kind: "moment" },
  { head: "Comanda", kind: "number" },
] as const;
const lines =
  (...some: SheetLine[]) =>
  async () =>
    Readable.from(some.map((line) => `${JSON.stringify(line)}\n`));
const customer = (id: string) => ({ id, isTeam: false });
const fileOf = async (...some: SheetLine[]) => {
  const file = await openSpreadsheets(program, 100).write(customer("ana"), lines(...some));
  if (typeof file === "string") throw new Error(file);
  return file;
};
const written = async (...some: SheetLine[]) => readWorkbook(await fileOf(...some));

it("a workbook has amounts and counts as numbers, days and hours of Bucharest as dates, and nothing as nothing", async () => {
  const sheets = await written(
    { name: "Registru", columns },
    ["Ana", -123_456, "2026-07-18", "2026-07-18T22:41:07+03:00", 595],
    [null, null, null, null, 0],
  );
  expect([...sheets.keys()]).toEqual(["Registru"]);
  const [head, row, empty] = sheets.get("Registru") ?? [];
  expect(head).toEqual(["Text", "Lei", "Ziua", "Ora", "Comanda"]);
  expect(row).toEqual([
    "Ana",
    { number: -1234.56, format: "#,##0.00" },
    { number: expect.any(Number), format: "dd.mm.yyyy" },
    { number: expect.any(Number), format: "dd.mm.yyyy hh:mm" },
    { number: 595, format: "" },
  ]);
  const numberAt = (at: number) => dayOfSerial((row as { number: number }[])[at]?.number ?? 0);
  expect(numberAt(2)).toBe("2026-07-18T00:00:00.000Z");
  expect(numberAt(3)).toBe("2026-07-18T22:41:07.000Z");
  expect(empty).toEqual([null, null, null, null, { number: 0, format: "" }]);
});

it.each([
  "=1+1",
  '=HYPERLINK("x")',
  "+40722",
  "-1",
  "@SUM(1)",
  "00123",
  "1.5",
  "18.07.2026",
  "<b>&amp;\"'",
  "șț 王小明",
  "\u0001a",
  "A\u20281\u2029b",
])("the text %j stays that text, whatever a spreadsheet would make of it", async (text) => {
  const sheets = await written({ name: "Date", columns }, [text]);
  // a workbook has no control characters
  expect(sheets.get("Date")?.[1]).toEqual([text.replace("\u0001", "")]);
});

it("several tables are several sheets", async () => {
  const sheets = await written({ name: "Unu", columns }, ["a"], { name: "Doi", columns }, ["b"], ["c"]);
  expect([...sheets].map(([name, rows]) => [name, rows.slice(1)])).toEqual([
    ["Unu", [["a"]]],
    ["Doi", [["b"], ["c"]]],
  ]);
});

it("each sheet is printed on A4 across, as wide as one page", async () => {
  const parts = unzipped(await fileOf({ name: "Unu", columns }, ["a"], { name: "Doi", columns }, ["b"]));
  for (const no of [1, 2])
    expect(parts.get(`xl/worksheets/sheet${no}.xml`)).toMatch(
      /<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews.*<pageSetup fitToHeight="0" paperSize="9" orientation="landscape"\/>/s,
    );
});

it("one row more than a workbook may have is refused, and the next workbook is made", async () => {
  const { write } = openSpreadsheets(program, 2);
  const rows = (n: number) => lines({ name: "Date", columns }, ...Array<SheetLine>(n).fill(["a"]));
  expect(await write(customer("ana"), rows(3))).toBe("too_many");
  expect(readWorkbook((await write(customer("ana"), rows(2))) as Buffer).get("Date")).toHaveLength(3);
});

it("rows that end with an error make no workbook that looks whole", async () => {
  const { write } = openSpreadsheets(program, 100);
  const broken = async () =>
    Readable.from(
      (function* () {
        yield `${JSON.stringify({ name: "Date", columns })}\n["a"]\n`;
        throw new Error("the server went away");
      })(),
    );
  await expect(write(customer("ana"), broken)).rejects.toThrow("no workbook was written");
  expect(await write(customer("ana"), async () => "busy" as const)).toBe("busy");
});

it("one asker's many wait for each other and keep nobody from a workbook, of which one is made at a time (one kind: a queue that all share)", async () => {
  const { write } = openSpreadsheets(program, 100);
  let running = 0;
  let most = 0;
  const counted = async () => {
    running += 1;
    most = Math.max(most, running);
    const rows = await lines({ name: "Date", columns }, ["a"])();
    rows.once("close", () => {
      running -= 1;
    });
    return rows;
  };
  const asked = Array.from({ length: 6 }, () => write(customer("ana"), counted));
  const others = ["radu", "ion", "mara", "dan", "ela"].map((one) => write(customer(one), counted));
  const answers = await Promise.all(asked);
  for (const other of await Promise.all(others)) expect(other).toBeInstanceOf(Buffer);
  expect(answers.filter((answer) => answer === "busy")).toHaveLength(2);
  expect(most).toBe(1);
});

it("the team gets its workbook however many customers wait for theirs (one kind: a queue that all share)", async () => {
  const { write } = openSpreadsheets(program, 100);
  const row = lines({ name: "Date", columns }, ["a"]);
  const customers = Array.from({ length: 22 }, (_, n) => write(customer(`om${n}`), row));
  expect(await write({ id: "irina", isTeam: true }, row)).toBeInstanceOf(Buffer);
  const answers = await Promise.all(customers);
  expect(answers.filter((answer) => answer === "busy")).toHaveLength(1);
});
