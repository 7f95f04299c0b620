import { placeOf } from "#ticketing/events/map-link.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import { displayFontFor, drawnText, inOtherLetters, ticketFont, ticketFonts } from "./ticket-fonts.server.ts";
import { drawMark } from "./ticket-mark.server.ts";
import { darkRuns, qrSquares, quietZone } from "./ticket-qr.server.ts";
import { drawSky } from "./ticket-sky.server.ts";
import {
  type Club,
  codeInWords,
  dateInWords,
  entriesInWords,
  entryRules,
  footOf,
  latinNote,
  nightsOfSeat,
  positionInWords,
  priceInWords,
  printable,
  timeInWords,
} from "./ticket-wording.ts";

const mm = 72 / 25.4;
const page = { width: 148 * mm, height: 210 * mm };
const sky = { width: page.width, height: 106 * mm };
const qrSide = 66 * mm;
const sideMargin = 10 * mm;
const column = { x: 80 * mm, width: 58 * mm };
const mapLabel = "Cum ajungi";
const ink = "#0B1020";
const grey = "#4A5268";

/**
 * The tickets of one order as a PDF, one page for each person and night: A5 upright, the picture above the tear line,
 * the code below it on white. The same tickets give the same bytes, so a copy is recognised as the same file. The
 * parts are tagged in reading order. `logo`: the club's own, as a PNG.
 */
export async function ticketPdf(
  tickets: readonly CodedTicket[],
  club: Club,
  logo?: Uint8Array,
): Promise<Buffer> {
  const [first] = tickets;
  if (!first) throw new RangeError("a PDF needs a ticket");
  // Loaded with the first ticket, because pdfkit brings a whole font engine.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    lang: "ro",
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: {
      Title: printable(`Bilet ${first.label}, ${first.eventTitle}`),
      Author: printable(club.name),
      CreationDate: first.paidAt ?? new Date(0),
    },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  for (const font of ticketFonts) doc.registerFont(font, ticketFont(font));
  for (const ticket of tickets) {
    doc.addPage();
    const section = doc.struct("Sect");
    doc.addStructure(section);
    const drawTagged: DrawTagged = (kind, draw, alt) =>
      section.add(doc.struct(kind, alt ? { alt } : {}, draw));
    drawPicture(doc, ticket, { club, logo, say: drawTagged });
    const nights = nightsOfSeat(ticket, tickets);
    drawStub(doc, ticket, { nights, say: drawTagged });
    const { holderName, eventTitle, location, typeName } = ticket;
    const names = [holderName, eventTitle, location, typeName, club.name, club.trader].join("");
    // in drawn letters a name may be cut, the sentences around it are not
    const { atTheGate, smallPrint } = footOf(ticket, nights, { ...club, trader: drawnText(club.trader) });
    const note = inOtherLetters(printable(names)) ? `${latinNote} ` : "";
    drawTagged("P", () => drawFoot(doc, { atTheGate, smallPrint: note + smallPrint }));
    section.end();
  }
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

/** Draws a part of a page and tags it in the file's structure, in reading order. */
type DrawTagged = (kind: "H1" | "P" | "Figure", draw: () => void, alt?: string) => void;

/** Draws something that screen readers skip. */
function decorate(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent("Artifact");
  draw();
  doc.endMarkedContent();
}

function drawPicture(
  doc: PDFKit.PDFDocument,
  ticket: CodedTicket,
  { club, logo, say }: { club: Club; logo: Uint8Array | undefined; say: DrawTagged },
): void {
  const name = drawnText(club.name);
  doc.font(displayFontFor(name)).fontSize(15);
  const nameWidth = Math.min(doc.widthOfString(name), 60 * mm);
  const nameLeft = page.width - sideMargin - nameWidth;
  decorate(doc, () => {
    drawSky(doc, sky, ticket.light);
    drawMark(doc, { x: nameLeft - 10 * mm, y: 8.2 * mm, side: 8 * mm }, { club, logo });
  });

  const title = drawnText(ticket.eventTitle);
  const width = page.width - 2 * sideMargin;
  say("H1", () => {
    doc.font(displayFontFor(title)).fillColor("#F6F1E7");
    const lines = fitTitle(doc, title, width, 70);
    doc.text(title, sideMargin, sky.height * 0.62 + 4 * mm, { width, lineGap: lines.gap, ...lines.cut });
  });
  say("P", () => {
    const date = dateInWords(ticket);
    doc
      .font(displayFontFor(date))
      .fontSize(17)
      .fillColor(club.look?.light ?? "#FFD77A");
    doc.text(date, sideMargin, 9 * mm, { lineGap: -3 }).text(`ora ${timeInWords(ticket)}`, { lineGap: 2 });
    const rules = entryRules(ticket).join(" · ");
    if (rules) doc.font("medium").fontSize(10.5).text(rules);
  });
  say("P", () => {
    doc.font("medium").fontSize(10.5).fillColor("#F6F1E7");
    const place = placeOf(ticket, club.address);
    const y = sky.height - 10.5 * mm;
    const beside = place ? doc.widthOfString(mapLabel) + 4 * mm : 0;
    doc.text(drawnText(ticket.location), sideMargin, y, {
      width: width - beside,
      height: 14,
      ellipsis: true,
    });
    if (place)
      doc.text(mapLabel, sideMargin, y, { width, align: "right", link: place.mapUrl, underline: true });
  });
  say("P", () => {
    doc.font(displayFontFor(name)).fontSize(15).fillColor("#F6F1E7");
    doc.text(name, nameLeft, 9.2 * mm, { width: nameWidth + 2, height: 18, ellipsis: true });
  });
}

type TitleLines = { readonly gap: number; readonly cut: { height?: number; ellipsis?: true } };

/** Sets the largest size at which the title fits on one line, else in the available height; else it is cut. */
function fitTitle(doc: PDFKit.PDFDocument, title: string, width: number, height: number): TitleLines {
  for (let size = 45; size >= 32; size--)
    if (doc.fontSize(size).widthOfString(title) <= width) return { gap: 0, cut: {} };
  for (let size = 36; size >= 14; size--) {
    const gap = -0.24 * size;
    if (doc.fontSize(size).heightOfString(title, { width, lineGap: gap }) <= height) return { gap, cut: {} };
  }
  return { gap: -0.24 * 14, cut: { height, ellipsis: true } };
}

function drawStub(
  doc: PDFKit.PDFDocument,
  ticket: CodedTicket,
  { nights, say }: { nights: readonly CodedTicket[]; say: DrawTagged },
): void {
  const top = sky.height;
  decorate(doc, () => drawTear(doc, top));
  const qrDescription = printable(`Codul QR al biletului ${ticket.label}`);
  say("Figure", () => drawQr(doc, ticket.code.qr, 7 * mm, top + 6 * mm), qrDescription);
  const fact = (name: string, value: string, place: Place) => {
    let end = 0;
    say("P", () => {
      end = drawFact(doc, name, value, place);
    });
    return end;
  };

  const { x, width } = column;
  let y = top + 9 * mm;
  const position = positionInWords(ticket);
  if (position !== "") y = fact(position, ticket.holderName ?? "", { x, y, width }) + 3 * mm;
  say("P", () => {
    doc.font("display").fillColor(ink);
    let size = 23;
    while (doc.fontSize(size).widthOfString(ticket.label) > width) size -= 0.5;
    doc.text(ticket.label, x, y, { lineBreak: false });
    y += size + 5;
  });
  say("P", () => {
    doc
      .font("medium")
      .fontSize(11)
      .fillColor(grey)
      .text(ticket.code.group, x, y, { characterSpacing: 1.1, lineBreak: false });
  });
  const note = codeInWords(ticket);
  if (note !== "") {
    y += 14;
    say("P", () => doc.font("medium").fontSize(9).text(note, x, y, { lineBreak: false }));
  }
  y += 26;
  // one person's ticket among several has its position instead
  if (position === "" || ticket.entriesTotal > 1) {
    say("P", () =>
      doc.font("bold").fontSize(12).fillColor(ink).text(entriesInWords(ticket), x, y, { lineBreak: false }),
    );
    decorate(doc, () => {
      y = drawBars(doc, ticket.entriesTotal, x, y + 19) + 4.5 * mm;
    });
  }
  decorate(doc, () =>
    doc
      .lineWidth(0.85)
      .strokeColor("#D6CBB4")
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(),
  );
  y += 3.6 * mm;
  const price = priceInWords(nights);
  const below = Math.max(
    fact("Tip", ticket.isSplit ? `${ticket.typeName}, ${entriesInWords(ticket)}` : ticket.typeName, {
      x,
      y,
      width: width * 0.64,
    }),
    price === "" ? 0 : fact("Preț", price, { x: x + width * 0.68, y, width: width * 0.32 }),
  );
  if (position === "") fact("Titular", ticket.holderName ?? "", { x, y: below + 2.4 * mm, width });
}

/** Draws the line where the ticket is torn: white below, dashes, two half holes. */
function drawTear(doc: PDFKit.PDFDocument, top: number): void {
  doc
    .circle(0, top, 4 * mm)
    .circle(page.width, top, 4 * mm)
    .fill("#FFFFFF");
  doc.rect(0, top, page.width, 5 * mm).fill("#FFFFFF");
  doc.save().dash(3, { space: 2 }).lineWidth(1).strokeColor("#F6F1E7");
  doc
    .moveTo(7 * mm, top - 0.5)
    .lineTo(page.width - 7 * mm, top - 0.5)
    .stroke()
    .restore();
}

function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const squares = qrSquares(text);
  const unit = qrSide / (squares.size + 2 * quietZone);
  for (const [column, row, length] of darkRuns(squares))
    doc.rect(x + (column + quietZone) * unit, y + (row + quietZone) * unit, length * unit, unit);
  doc.fill(ink);
}

/** Draws one bar per person; more than eight would be unreadable, so then none. */
function drawBars(doc: PDFKit.PDFDocument, entries: number, x: number, y: number): number {
  if (entries > 8) return y - 2 * mm;
  const width = entries > 5 ? 5.8 * mm : 8 * mm;
  for (let at = 0; at < entries; at++)
    doc.roundedRect(x + at * (width + 1.4 * mm), y, width, 2.6 * mm, 1.3 * mm);
  doc.fill("#00735A");
  return y + 2.6 * mm;
}

type Place = { readonly x: number; readonly y: number; readonly width: number };

/** Draws a small caption over a value of at most two lines. Returns where it ends. */
function drawFact(doc: PDFKit.PDFDocument, name: string, value: string, { x, y, width }: Place): number {
  doc.font("text").fontSize(8.5).fillColor(grey).text(name, x, y, { lineBreak: false });
  const text = drawnText(value);
  doc
    .font("medium")
    .fontSize(doc.fontSize(11).widthOfString(text) > width ? 9.5 : 11)
    .fillColor(ink);
  const height = Math.min(doc.heightOfString(text || " ", { width }), 28);
  doc.text(text, x, y + 12.5, { width, height: height + 1, ellipsis: true });
  return y + 12.5 + height;
}

/** Draws the small print in the largest letters in which all of it fits: what it promises must not be cut. */
function drawFoot(doc: PDFKit.PDFDocument, { atTheGate, smallPrint }: ReturnType<typeof footOf>): void {
  const width = page.width - 2 * sideMargin;
  doc
    .font("bold")
    .fontSize(8.5)
    .fillColor(ink)
    .text("La poartă: ", sideMargin, 180 * mm, { width, continued: true, lineGap: 1.5 });
  doc.font("text").text(atTheGate, { lineGap: 1.5 });
  const [y, lineGap] = [doc.y + 3, 1];
  let size = 7.5;
  while (y + doc.fontSize(size).heightOfString(smallPrint, { width, lineGap }) > page.height - 4 * mm)
    size -= 0.25;
  doc.fillColor(grey).text(smallPrint, sideMargin, y, { width, lineGap });
}
