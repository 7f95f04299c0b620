import { inOtherLetters, type TicketFont, ticketFont } from "#ticketing/delivery/ticket-fonts.server.ts";
import { latinNote, printable } from "#ticketing/delivery/ticket-wording.ts";
import type { NightSettlement } from "./night-settlement.ts";
import {
  booksInWords,
  doorLineOf,
  lineOf,
  payoutLinesOf,
  type SettledLine,
  totalOf,
} from "./settlement-table.ts";
import { settlementTexts as texts } from "./settlement-texts.ts";

/** A4 on its side, in points. */
const page = { width: 842, height: 595, margin: 36 };
const rowHeight = 18;
/** The share of the width that each column has. */
const columns: readonly (readonly [keyof SettledLine, number])[] = [
  ...([
    ["night", 17],
    ["type", 17],
    ["phase", 13],
    ["tickets", 6],
    ["price", 8],
    ["gross", 9],
    ["discounts", 8],
    ["returned", 9],
    ["net", 9],
    ["vat", 9],
  ] as const),
];
const words: ReadonlySet<keyof SettledLine> = new Set(["night", "type", "phase"]);

export type SettlementHead = {
  readonly title: string;
  /** The days, and when it was made. */
  readonly sub: string;
  readonly club: string;
  /** Who sells, in one line; empty while nobody has said so. */
  readonly seller: string;
  readonly at: Date;
};

/** A settlement as a PDF, a table with its sums and what the other books say; as many pages as it needs. */
export async function settlementPdf(settlement: NightSettlement, head: SettlementHead): Promise<Buffer> {
  // loaded at the first file: pdfkit brings a whole font engine along
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    ...{ size: [page.width, page.height], margin: page.margin, lang: "ro", displayTitle: true },
    pdfVersion: "1.7",
    info: { Title: printable(head.title), Author: printable(head.club), CreationDate: head.at },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const write = (font: TicketFont, size: number) =>
    doc.font(ticketFont(font)).fontSize(size).fillColor("#0B1020");
  const width = page.width - 2 * page.margin;
  const hundred = columns.reduce((sum, [, share]) => sum + share, 0);

  const row = (line: Readonly<Record<string, string | number>>, font: TicketFont) => {
    if (doc.y + rowHeight > page.height - page.margin) {
      doc.addPage();
      row(texts.columns, "bold");
    }
    const top = doc.y;
    let left = page.margin;
    for (const [column, share] of columns) {
      const own = (width * share) / hundred;
      write(font, 8.5).text(printable(String(line[column] ?? "")), left, top, {
        ...{ width: own - 6, height: rowHeight, ellipsis: true, lineBreak: false },
        align: words.has(column) ? "left" : "right",
      });
      left += own;
    }
    doc.x = page.margin;
    doc.y = top + rowHeight;
  };

  write("bold", 18).text(printable(head.title), { width });
  write("text", 10).text(printable(`${head.club}. ${head.sub}. ${texts.unit}.`), { width });
  if (head.seller) write("text", 10).text(printable(texts.seller(head.seller)), { width });
  doc.moveDown(0.8);
  row(texts.columns, "bold");
  for (const one of settlement.rows) row(lineOf(one, settlement), "text");
  row(totalOf(settlement.rows, settlement), "bold");
  for (const sale of settlement.doorSales) row(doorLineOf(sale, settlement), "text");
  for (const line of payoutLinesOf(settlement)) row(line, "text");
  doc.moveDown(0.8);
  const rates = new Set(
    settlement.nights.map(({ rate }) => (rate ? texts.rate(rate.rate, rate.validFrom) : texts.noRate)),
  );
  const names = [head.title, head.club, ...settlement.rows.flatMap((one) => [one.typeName, one.phaseName])];
  const letters = inOtherLetters(printable(names.join(""))) ? [latinNote] : [];
  const notes = [...letters, ...rates, texts.returnedNote, ...booksInWords(settlement), texts.noAdvice];
  for (const note of notes) write("text", 9).text(printable(note), { width });
  doc.end();
  await ended;
  return Buffer.concat(parts);
}
