import { PDFiumLibrary } from "@hyzyla/pdfium";
import { beforeAll, describe, expect, it } from "vitest";
import { latinNote } from "#ticketing/delivery/ticket-wording.ts";
import type { NightSettlement, SettledRow } from "./night-settlement.ts";
import { settlementCsv } from "./settlement-csv.ts";
import { settlementPdf } from "./settlement-pdf.server.ts";
import { booksInWords, totalOf } from "./settlement-table.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});

const night = {
  ...{ id: "n", title: "Luna Plină", date: "2026-07-18", capacity: 500, isOver: true, isCancelled: false },
  ...{ listed: 0, listedEntered: 0, rate: { rate: 2_100, validFrom: "2025-08-01" } },
};
const row = (more: Partial<SettledRow> = {}): SettledRow => ({
  ...{ eventId: "n", kind: "ticket", typeName: "Intrare", phaseName: "Early Bird", price: 7_000 },
  ...{
    tickets: 118,
    gross: 840_000,
    discounts: 0,
    returned: 14_000,
    net: 826_000,
    expected: 118,
    entered: 97,
  },
  ...more,
});
const books = {
  ...{ report: 826_000, passesInReport: 0, ledger: 826_000, elsewhere: 0 },
  ...{ paidIn: 840_000, paidBack: 14_000, disputed: 0, compared: null, balance: null },
};
const settlement = (rows: SettledRow[] = [row()]): NightSettlement => ({
  nights: [night],
  rows,
  ...{ doorSales: [], payoutParts: [] },
  books,
});
const head = {
  title: "Decont: Luna Plină",
  sub: "18 iulie",
  club: "Clubul",
  seller: "Far SRL, CUI RO12345674, Reg. com. J13/1/2020, Plaja",
  at: new Date(0),
};
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(pdf);
  try {
    return [...document.pages()].map((page) => page.getText());
  } finally {
    document.destroy();
  }
}

describe("a settlement as a file", () => {
  it("has sale at the door below the sums, which do not count it, and says that no other book has it", () => {
    const doorSales = [
      {
        ...{ eventId: "n", typeName: "La ușă", means: "cash" as const },
        ...{ tickets: 2, people: 4, bani: 26_000 },
      },
    ];
    const sold = { ...settlement(), doorSales };
    expect(settlementCsv(sold).split("\n").slice(2)).toEqual([
      '"Total","","","","118","","8.400,00","","140,00","8.260,00","1.433,55","118","97"',
      '"Luna Plină","sâmbătă, 18 iulie 2026","La ușă","la ușă, numerar","2","","260,00","","","260,00","45,12","4","4"',
      "",
    ]);
    expect(booksInWords(sold)).toContain(
      "Vânzarea la ușă (260,00) stă separat: banii ei nu trec prin procesator, deci nu sunt nici în rapoarte, nici în registru.",
    );
    expect(booksInWords(settlement()).join()).not.toContain("la ușă");
  });

  it("is a table of CSV with its sums, amounts without a sign, and no formula", () => {
    expect(settlementCsv(settlement([row({ typeName: '=HYPERLINK("x")' })])).split("\n")).toEqual([
      '"Noaptea","Data","Tip","Fază","Bilete","Preț","Brut","Reduceri","Rambursat","Net","din care TVA","Așteptați","Intrați"',
      `"Luna Plină","sâmbătă, 18 iulie 2026","'=HYPERLINK(""x"")","Early Bird","118","70,00","8.400,00","","140,00","8.260,00","1.433,55","118","97"`,
      '"Total","","","","118","","8.400,00","","140,00","8.260,00","1.433,55","118","97"',
      "",
    ]);
  });

  it("is a PDF with every row, its sums and what the other books say", async () => {
    const [text = "", ...more] = await pagesOf(await settlementPdf(settlement(), head));
    expect(more).toEqual([]);
    for (const words of [
      ...["Decont: Luna Plină", "Early Bird", "8.260,00", "1.433,55", "Total"],
      ...["TVA 21 %, cota din 1 august 2025", "La fel ca în rapoarte, la ban.", "intrat 8.400,00"],
      "Vânzător: Far SRL, CUI RO12345674, Reg. com. J13/1/2020, Plaja",
    ])
      expect(text).toContain(words);
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
    for (const page of pages.filter((text) => /Tip \d/.test(text))) expect(page).toContain("din care TVA");
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

  it("name no VAT where one of the nights has no rate", () => {
    const without = { ...night, rate: null };
    expect(totalOf([row()], { ...settlement(), nights: [without] }).vat).toBe("");
  });
});
