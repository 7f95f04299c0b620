import { PDFiumLibrary } from "@hyzyla/pdfium";
import { beforeAll, describe, expect, it } from "vitest";
import { grouped } from "#kernel/romanian.ts";
import type { Cell } from "#kernel/table-cell.ts";
import { boxesOfPdf, overlapsOf } from "#test/support/pdf-boxes.ts";
import { latinNote } from "#ticketing/delivery/ticket-wording.ts";
import { lengths } from "#ticketing/limits.ts";
import { csvOf } from "./file-table.ts";
import { type NightSettlement, payoutSumsOf, type SettledRow } from "./night-settlement.ts";
import { settlementPdf } from "./settlement-pdf.server.ts";
import { booksInWords, ratesInWords } from "./settlement-sentences.ts";
import {
  payoutInWords,
  type SettledColumn,
  settledColumns,
  settlementTables,
  totalOf,
} from "./settlement-table.ts";
import { settledMoney, settlementTexts } from "./settlement-texts.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});

const night = {
  id: "n",
  title: "Luna Plină",
  date: "2026-07-18",
  capacity: 500,
  isOver: true,
  cancelled: null,
  listed: 0,
  listedEntered: 0,
  entered: 97,
  rate: { rate: 2_100, validFrom: "2025-08-01" },
};
const row = (more: Partial<SettledRow> = {}): SettledRow => ({
  eventId: "n",
  kind: "ticket",
  typeName: "Intrare",
  phaseName: "Early Bird",
  price: 7_000,
  sold: 120,
  tickets: 118,
  addOns: 0,
  free: 0,
  gross: 840_000,
  discounts: 0,
  returned: 14_000,
  net: 826_000,
  expected: 118,
  entered: 97,
  ...more,
});
const books = {
  report: 826_000,
  passesInReport: 0,
  ledger: 826_000,
  elsewhere: 0,
  paidIn: 840_000,
  paidBack: 14_000,
  disputed: 0,
  atBank: 0,
  atBankHere: 0,
  owed: 0,
  owedHere: {},
  owedRead: 0,
  owedReadHere: {},
  compared: null,
  balance: null,
};
const settlement = (rows: SettledRow[] = [row()]): NightSettlement => ({
  nights: [night],
  rows,
  doorSales: [],
  payoutParts: [],
  books,
});
const head = {
  title: "Decont: Luna Plină",
  sub: "18 iulie",
  club: "Clubul",
  seller: "Far SRL, CUI RO12345674, Reg. com. J13/1/2020, Plaja",
  at: new Date(0),
};
const doorSales = [
  { eventId: "n", typeName: "La ușă", means: "cash" as const, tickets: 2, people: 4, bani: 26_000 },
];
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(pdf);
  try {
    return [...document.pages()].map((page) => page.getText());
  } finally {
    document.destroy();
  }
}

describe("a settlement as a file", () => {
  it("has sale at the door beside its rows, which do not count it, and says that no other book has it", () => {
    const { nights } = settlement();
    const came = nights.map((night) => ({ ...night, entered: night.entered + 4 }));
    const sold = { ...settlement(), doorSales, nights: came };
    const { rows, door } = settlementTables(sold);
    expect(rows.rows).toHaveLength(1);
    expect(door.rows).toEqual([
      [
        "Luna Plină",
        "2026-07-18",
        "la ușă, numerar",
        "La ușă",
        "",
        null,
        2,
        26_000,
        0,
        0,
        0,
        2,
        26_000,
        21_488,
        4_512,
        4,
        4,
      ],
    ]);
    expect(totalOf(sold.rows, sold)).toEqual(totalOf(settlement().rows, settlement()));
    expect(booksInWords(sold)).toContain(
      "Vânzarea la ușă (260,00) stă separat: banii ei nu trec prin procesator, deci nu sunt nici în rapoarte, nici în registru.",
    );
    expect(booksInWords(settlement()).join()).not.toContain("la ușă");
  });

  it("is a table of CSV for programs: dots, no thousands, no sum among the rows, what went off negative, and no formula", () => {
    const table = settlementTables(settlement([row({ typeName: '=HYPERLINK("x")' })])).rows;
    expect(csvOf(table).split("\n")).toEqual([
      '"Noaptea","Data","Unde s-a vândut","Tip","Fază","Preț","Vândute","Brut","Reduceri","Returnate","Rambursat","Rămase","Net","Baza, fără TVA","TVA","Așteptați","Intrați"',
      `"Luna Plină","18.07.2026","online","'=HYPERLINK(""x"")","Early Bird","70.00","120","8400.00","0.00","-2","-140.00","118","8260.00","6826.45","1433.55","118","97"`,
      "",
    ]);
  });

  it("multiplies and adds up in every row, and its total, its page and its files have the same sums", () => {
    const some = [
      row(),
      row({
        kind: "add_on",
        typeName: "Parcare",
        phaseName: null,
        price: 2_500,
        sold: 4,
        tickets: 4,
        addOns: 0,
        free: 0,
        gross: 10_000,
        discounts: 1_000,
        returned: 0,
        net: 9_000,
        expected: 0,
        entered: 0,
      }),
      row({
        kind: "invitation",
        typeName: "Invitat",
        phaseName: null,
        price: 0,
        sold: 3,
        tickets: 2,
        addOns: 0,
        free: 0,
        gross: 0,
        discounts: 0,
        returned: 0,
        net: 0,
        expected: 2,
        entered: 1,
      }),
    ];
    const { columns, rows } = settlementTables(settlement(some)).rows;
    const at = (head: string) => columns.findIndex((column) => column.head === head);
    const of = (line: readonly Cell[], head: string) => Number(line[at(head)]);
    for (const line of rows) {
      expect(of(line, "Vândute") * of(line, "Preț")).toBe(of(line, "Brut"));
      expect(of(line, "Vândute") + of(line, "Returnate")).toBe(of(line, "Rămase"));
      expect(of(line, "Brut") + of(line, "Reduceri") + of(line, "Rambursat")).toBe(of(line, "Net"));
      expect(of(line, "Baza, fără TVA") + of(line, "TVA")).toBe(of(line, "Net"));
    }
    const total = totalOf(some, settlement(some));
    const sumOf = (head: string) => rows.reduce((sum, line) => sum + of(line, head), 0);
    for (const [column, kind] of Object.entries(settledColumns)) {
      if (!["number", "lei"].includes(kind) || column === "price") continue;
      const name = column as SettledColumn;
      const sum = sumOf(settlementTexts.columns[name]);
      expect(total[name]).toBe(kind === "lei" ? settledMoney(sum) : grouped(sum).replace("-", "−"));
    }
  });

  it("is a PDF with every row, its sums and what the other books say", async () => {
    const [text = "", ...more] = await pagesOf(await settlementPdf(settlement(), head));
    expect(more).toEqual([]);
    for (const words of [
      "Decont: Luna Plină",
      "Early Bird",
      "8.260,00",
      "1.433,55",
      "Total",
      "Clubul · 18 iulie · lei, cu TVA inclus",
      "TVA 21 %, cota din 1 august 2025",
      "La fel ca în rapoarte, la ban.",
      "intrat 8.400,00",
      "Vânzător: Far SRL, CUI RO12345674, Reg. com. J13/1/2020, Plaja",
    ])
      expect(text).toContain(words);
  });

  it("has the word of its sums once, for one night and for several", async () => {
    const several = { ...settlement(), nights: [night, { ...night, id: "m" }] };
    for (const one of [settlement(), several]) {
      const [text = ""] = await pagesOf(await settlementPdf(one, head));
      expect(text.match(/\bTotal\b/g)).toHaveLength(1);
    }
  });

  it("never has boxes for names in other scripts: their Latin form, and a sentence", async () => {
    const [text] = await pagesOf(await settlementPdf(settlement([row({ typeName: "王小明" })]), head));
    expect(text).toContain("WangXiaoMing");
    expect(text).toContain(latinNote);
    expect((await pagesOf(await settlementPdf(settlement(), head))).join()).not.toContain(latinNote);
  });

  it("goes on over as many pages as it has rows for, with its columns named on each", async () => {
    const rows = Array.from({ length: 90 }, (_, n) => row({ typeName: `Tip ${n}` }));
    const pages = await pagesOf(await settlementPdf(settlement(rows), head));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join("\n").match(/Tip \d+/g)).toHaveLength(90);
    for (const page of pages.filter((text) => /Tip \d/.test(text))) expect(page).toContain("Rambursat");
    for (const [at, page] of pages.entries()) expect(page).toContain(`Pagina ${at + 1} din ${pages.length}`);
  });

  it("is a document: who sells is on each page, the base of VAT in each row, and there are places to sign", async () => {
    const pages = await pagesOf(await settlementPdf({ ...settlement(), doorSales }, head));
    for (const page of pages) expect(page).toContain("CUI RO12345674");
    const text = pages.join("\n");
    for (const words of ["6.826,45", "La ușă", "la ușă, numerar", "Întocmit", "Verificat"])
      expect(text).toContain(words);
  });

  it("has no text on another, with the longest seller, names and amounts", async () => {
    const long = (most: number) => "Ștefania Țânțăreanu ".repeat(most).slice(0, most).trim();
    const most = { price: 9_999_999, gross: 99_999_999_900, net: 99_999_999_900, discounts: 99_999_999_900 };
    const rows = Array.from({ length: 40 }, (_, at) =>
      row({ ...most, typeName: at % 2 ? long(lengths.catalogueName) : "Ș".repeat(lengths.catalogueName) }),
    );
    const title = long(lengths.eventTitle);
    const named = { ...head, title, club: long(lengths.clubName), seller: long(lengths.trader) };
    const pages = await boxesOfPdf(await settlementPdf({ ...settlement(rows), doorSales }, named));
    expect(pages.length).toBeGreaterThan(2);
    for (const boxes of pages) expect(overlapsOf(boxes.filter(({ kind }) => kind === "text"))).toEqual([]);
  });

  it("cuts no word, however long a name is", async () => {
    const typeName = `Intrare ${"pentru prietenii casei ".repeat(6)}și încă cineva`;
    const text = (await pagesOf(await settlementPdf(settlement([row({ typeName })]), head))).join(" ");
    expect(text.replace(/\s+/g, "")).toContain(typeName.replace(/\s+/g, ""));
  });
});

describe("the payouts of several nights", () => {
  const part = (eventId: string, id: string, arrivesOn: string, amount: number, gross: number) => ({
    eventId,
    payout: { id, state: "paid" as const, amount, arrivesOn },
    gross,
    fees: 0,
    feesOfReturns: 0,
  });
  const several: NightSettlement = {
    ...settlement(),
    nights: [night, { ...night, id: "m", title: "A doua", date: "2026-07-19" }],
    payoutParts: [
      part("n", "late", "2026-10-27", 7_986, 27_690),
      part("m", "early", "2026-10-20", 50_000, 20_000),
    ],
  };

  it("are in the order of their days, on the page and in the file", () => {
    const days = ["2026-10-20", "2026-10-27"];
    expect(payoutSumsOf(several.payoutParts).payouts.map(({ arrivesOn }) => arrivesOn)).toEqual(days);
    const { columns, rows } = settlementTables(several).payouts;
    const at = columns.findIndex(({ head }) => head === "Ajunge la");
    expect(rows.map((row) => row[at])).toEqual(days);
  });

  it("are a table in the PDF, under the moment when the provider said so", async () => {
    const balance = { at: new Date("2026-10-28T07:32:00Z"), isOfLastComparison: true, entries: 0, later: 0 };
    const [first = "", ...more] = await pagesOf(
      await settlementPdf({ ...several, books: { ...books, balance } }, head),
    );
    const text = [first, ...more].join(" ").replace(/\s+/g, " ");
    expect(text).toContain("Prin procesatorul de carduri, citit la 28 octombrie, 09:32");
    expect(text).toContain("Starea Ajunge la Virarea întreagă Partea nopților");
    expect(text).toContain("Virat 20 octombrie 2026 500,00 200,00");
    expect(text).toMatch(/Virat 27 octombrie 2026 79,86 276,90 \(restul ei, −197,04,/);
    expect(settlementTables({ ...several, books: { ...books, balance } }).byCard.rows[0]?.at(-1)).toBe(
      "28 octombrie, 09:32",
    );
  });

  it("say why a part is more than the whole: the rest, which adds up with it, is below zero", () => {
    const [early, late] = payoutSumsOf(several.payoutParts).payouts.map(payoutInWords);
    expect(late).toBe(
      `Virat la 27 octombrie 2026, din 79,86 (restul ei, ${settledMoney(7_986 - 27_690)}, e din rambursări la alte nopți)`,
    );
    expect(early).toBe("Virat la 20 octombrie 2026, din 500,00");
  });
});

describe("the words about the other books (54)", () => {
  const said = (more: Partial<typeof books>, rows = [row()]) =>
    booksInWords({ ...settlement(rows), books: { ...books, ...more } });

  it("say that they are equal, or why not, and when something is not explained", () => {
    expect(said({})).toContain("La fel ca în rapoarte, la ban.");
    const pass = row({ kind: "pass", net: 10_000, gross: 10_000, returned: 0, price: null });
    const apart = said({ report: 846_000, passesInReport: 20_000, ledger: 846_000, elsewhere: 10_000 }, [
      row(),
      pass,
    ]);
    expect(apart[0]).toContain("Rapoartele spun 8.460,00");
    expect(apart[0]).toContain("(−100,00)");
    expect(apart[1]).toContain("din care 100,00 sunt ale altor nopți");
    expect(apart.join(" ")).not.toContain("nu se explică");
    expect(said({ ledger: 826_100 }).join(" ")).toContain("−1,00 lei nu se explică");
    expect(said({ report: 825_900 }).join(" ")).toContain("1,00 lei nu se explică");
    expect(said({ disputed: 500 }).join(" ")).toContain("contestat 5,00");
  });

  it("name no VAT where one of the nights has no rate, and say for how many there is none", () => {
    const without = { ...night, rate: null };
    const nights = [{ ...without, id: "a" }, { ...without, id: "b", date: "2026-07-17" }, night];
    expect(ratesInWords({ nights })).toEqual([
      "TVA 21 %, cota din 1 august 2025",
      "2 nopți nu au nicio cotă de TVA scrisă, ultima din 18 iulie 2026: rândurile lor și totalul nu arată TVA.",
    ]);
    expect(totalOf([row()], { ...settlement(), nights: [without, night] }).vat).toBe("");
    expect(ratesInWords({ nights: [without] })).toEqual([
      "Nicio cotă de TVA nu e scrisă pentru ziua aceasta: decontul nu o arată.",
    ]);
    expect(ratesInWords({ nights: [without, without] }).join()).toContain("pentru zilele acestea");
    expect(ratesInWords({ nights: [night, night] })).toEqual(["TVA 21 %, cota din 1 august 2025"]);
    expect(totalOf([row()], { ...settlement(), nights: [without] }).vat).toBe("");
  });
});
