import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { ownExportTable } from "#web/resources/own-export-table.ts";
import { csvOf } from "./file-table.ts";
import { csvField, formulaGuarded } from "./formula-guard.ts";

const database = await testDatabase();
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
afterAll(() => client.end());

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫"];
const before = ["", " ", "  ", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u200b", "\u202e", '"', '""', ' " '];
const separators = ["", "a;", "a;b;", ";", "a\t", "a\n", "a\r\n", "\t", "\r", "\n", "Ștefan;"];
const hostile = separators.flatMap((separator) =>
  before.flatMap((blank) => signs.map((sign) => `${separator}${blank}${sign}HYPERLINK("x")`)),
);
const harmless = [
  "",
  "Ana-Maria",
  "a=b",
  "a+b@exemplu.ro",
  "Ștefan -",
  "a; b",
  "10-12",
  "a ; b=c",
  "O'Neil",
  "FSC-1234-567890",
];

/** The cells that a spreadsheet may read from a line with this separator, without quotes. */
const cellsOf = (field: string, separator: string): string[] =>
  field.split(separator).map((cell) => cell.replace(/^[\s"\u200b-\u200f\u202a-\u202e\ufeff]+/u, ""));

const begins = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

describe("a cell of a file", () => {
  it("begins with no sign of a formula, for any separator and any stripped characters (I35)", () => {
    for (const text of hostile)
      for (const separator of [";", "\t", "\n", "\r", "\u0000"])
        for (const cell of cellsOf(csvField(text), separator))
          expect(cell, JSON.stringify(text)).not.toMatch(begins);
  });

  it("is unchanged when nothing in it begins a formula", () => {
    for (const text of harmless) expect(csvField(text)).toBe(`"${text}"`);
    expect(csvField('a "b"')).toBe('"a ""b"""');
  });

  it("is written in the same way by the database and by us", async () => {
    const texts = [...hostile, ...harmless, "\tx", "\rx", "\nx", "x\ty", "x;\ty"];
    const { rows } = await client.query<{ text: string; guarded: string }>(
      `SELECT text, ${formulaGuarded("text")} AS guarded FROM unnest($1::text[]) text`,
      [texts],
    );
    expect(rows).toHaveLength(texts.length);
    for (const { text, guarded } of rows)
      expect(`"${guarded.replaceAll('"', '""')}"`, JSON.stringify(text)).toBe(csvField(text));
  });

  it("of a customer's own data begins no formula either, in any column", () => {
    const file = csvOf(
      ownExportTable({
        profile: hostile.map((text) => ({ full_name: text })),
        tickets: [{ "=1+1": "=1+1" }],
      }),
    );
    for (const separator of [";", "\t"])
      for (const cell of cellsOf(file.replaceAll(",", separator), separator))
        expect(cell).not.toMatch(begins);
    expect(file).toContain('"\'＝HYPERLINK(""x"")"');
    expect(file).toContain('"a;\'=HYPERLINK(""x"")"');
  });
});
