import { setImmediate } from "node:timers/promises";
import {
  drawnText,
  inOtherLetters,
  type TicketFont,
  ticketFont,
} from "#ticketing/delivery/ticket-fonts.server.ts";
import { latinNote, printable } from "#ticketing/delivery/ticket-wording.ts";
import { type NightSettlement, payoutSumsOf } from "./night-settlement.ts";
import { booksInWords, ratesInWords } from "./settlement-sentences.ts";
import {
  byCardOf,
  cardReadAt,
  doorLineOf,
  lineOf,
  payoutLineOf,
  type SettledColumn,
  totalOf,
  vatInWords,
} from "./settlement-table.ts";
import { settlementTexts as texts } from "./settlement-texts.ts";

/** A4 landscape, in points. */
const page = { width: 842, height: 595, margin: 36, foot: 24 };
const gap = 6;
/** All digits have one width, without kerning, so that "347,11" stays readable and sums align. */
const figures = { features: ["tnum" as const] };
/** Each column's share of the width. The column of the night is there only for several nights. */
const columns: readonly (readonly [SettledColumn, number])[] = [
  ["type", 15],
  ["phase", 12],
  ["price", 8],
  ["sold", 7],
  ["gross", 10],
  ["discounts", 9],
  ["back", 8],
  ["returned", 10],
  ["tickets", 7],
  ["net", 10],
  ["base", 10],
  ["vat", 9],
];
/** Of an amount with its label, and of a payout, so that both have their amounts below each other. */
const moneyColumns = [
  ["label", 20],
  ["arrives", 15],
  ["whole", 14],
  ["value", 14],
  ["rest", 37],
] as const;
const textColumns: ReadonlySet<string> = new Set(["night", "type", "phase", "label", "arrives", "rest"]);
type Line = Readonly<Record<string, string>>;

export type SettlementHead = {
  readonly title: string;
  /** The days, and when the document was made. */
  readonly sub: string;
  readonly club: string;
  /** The seller in one line; empty until somebody has entered it. */
  readonly seller: string;
  readonly at: Date;
};

/**
 * A settlement as a PDF: seller, table with sums, door sales, the provider's fees and payouts, the other books,
 * places to sign, page numbers. Only `drawnText` may cut a word: a cell has as many lines as it needs.
 */
export async function settlementPdf(settlement: NightSettlement, head: SettlementHead): Promise<Buffer> {
  // loaded with the first file, because pdfkit brings a whole font engine
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: page.margin,
    lang: "ro",
    displayTitle: true,
    pdfVersion: "1.7",
    bufferPages: true,
    info: { Title: printable(head.title), Author: printable(head.club), CreationDate: head.at },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const setFont = (font: TicketFont, size: number) =>
    doc.font(ticketFont(font)).fontSize(size).fillColor("#0B1020");
  const width = page.width - 2 * page.margin;
  const exceedsPage = (height: number) => doc.y + height > page.height - page.margin - page.foot;

  type Table = { readonly columns: readonly (readonly [string, number])[]; readonly heads: Line | null };
  const writeRow = (table: Table, line: Line, font: TicketFont = "text", isHead = false) => {
    const shareSum = table.columns.reduce((sum, [, share]) => sum + share, 0);
    const cells = table.columns.map(([column, share]) => {
      const cellWidth = (width * share) / shareSum - gap;
      const text = drawnText(line[column] ?? "");
      return {
        text,
        own: cellWidth,
        align: textColumns.has(column) ? ("left" as const) : ("right" as const),
      };
    });
    setFont(font, 8);
    const height =
      Math.max(...cells.map(({ text, own }) => doc.heightOfString(text || " ", { ...figures, width: own }))) +
      6;
    if (exceedsPage(height)) {
      doc.addPage();
      if (!isHead) headRow(table);
    }
    const top = doc.y;
    let left = page.margin;
    for (const { text, own, align } of cells) {
      setFont(font, 8).text(text, left, top + 3, { ...figures, width: own, align });
      left += own + gap;
    }
    doc.moveTo(page.margin, top + height).lineTo(page.width - page.margin, top + height);
    doc
      .lineWidth(isHead ? 0.8 : 0.25)
      .strokeColor("#8A8F9C")
      .stroke();
    doc.x = page.margin;
    doc.y = top + height;
  };
  const headRow = (table: Table) => {
    if (table.heads) writeRow(table, table.heads, "bold", true);
  };
  /** Writes a text on a line of its own. */
  const writeText = (text: string, font: TicketFont = "text", size = 9) => {
    setFont(font, size);
    if (exceedsPage(doc.heightOfString(drawnText(text), { ...figures, width }))) doc.addPage();
    setFont(font, size).text(drawnText(text), page.margin, doc.y, { ...figures, width });
  };
  const writeHeading = (text: string) => {
    // keeps a heading from standing alone at the foot of a page
    if (exceedsPage(60)) doc.addPage();
    doc.moveDown(0.8);
    writeText(text, "bold", 11);
  };

  writeText(head.title, "bold", 18);
  writeText([head.club, head.sub, texts.unit].join(" · "), "text", 10);
  if (head.seller) writeText(texts.seller(head.seller), "text", 10);
  doc.moveDown(0.8);
  const isOne = settlement.nights.length <= 1;
  const sales: Table = { columns: isOne ? columns : [["night", 15], ...columns], heads: texts.columns };
  headRow(sales);
  for (const one of settlement.rows) {
    writeRow(sales, lineOf(one, settlement));
    // two years of nights take seconds, in which the site answers others
    await setImmediate();
  }
  const total = totalOf(settlement.rows, settlement);
  // the word stands once, in the first column
  writeRow(sales, isOne ? total : { ...total, type: "" }, "bold");
  if (settlement.doorSales.length > 0) {
    writeHeading(texts.doorSale);
    headRow(sales);
    for (const sale of settlement.doorSales) {
      const line = doorLineOf(sale, settlement);
      writeRow(sales, { ...line, phase: line.channel });
    }
  }
  writeHeading(texts.vatSheet);
  for (const fact of vatInWords(settlement)) writeRow({ columns: moneyColumns, heads: null }, fact);
  const byCard = byCardOf(settlement);
  if (byCard.length > 0) {
    writeHeading(texts.byCard(cardReadAt(settlement)));
    for (const fact of byCard) writeRow({ columns: moneyColumns, heads: null }, fact);
    const { payouts } = payoutSumsOf(settlement.payoutParts);
    const table: Table = { columns: moneyColumns, heads: texts.payoutHeads(settlement.nights.length) };
    if (payouts.length > 0) headRow(table);
    for (const payout of payouts) {
      writeRow(table, payoutLineOf(payout));
      await setImmediate();
    }
  }
  writeHeading(texts.books);
  const names = [head.title, head.club, ...settlement.rows.flatMap((one) => [one.typeName, one.phaseName])];
  const alphabetNotes = inOtherLetters(printable(names.join(""))) ? [latinNote] : [];
  for (const one of [
    ...alphabetNotes,
    ...ratesInWords(settlement),
    texts.returnedNote,
    ...booksInWords(settlement),
    texts.noAdvice,
  ])
    writeText(one);

  if (exceedsPage(90)) doc.addPage();
  const signatureTop = doc.y + 50;
  for (const [at, who] of texts.signatures.entries()) {
    const left = page.margin + at * (width / 2);
    doc
      .moveTo(left, signatureTop)
      .lineTo(left + width / 2 - 40, signatureTop)
      .lineWidth(0.5)
      .stroke();
    setFont("bold", 9).text(drawnText(who), left, signatureTop - 34);
    setFont("text", 8).text(drawnText(texts.signed), left, signatureTop + 4);
  }
  const { count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at);
    // the foot is below the margin, where text would otherwise begin a new page
    doc.page.margins.bottom = 0;
    const foot = [head.seller || head.club, head.title, texts.page(at + 1, count)].join(" · ");
    setFont("text", 8).text(drawnText(foot), page.margin, page.height - page.margin - 6, { width });
  }
  doc.end();
  await ended;
  return Buffer.concat(parts);
}
