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
const footTop = 180 * mm;
const barHeight = 2.6 * mm;
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
  const date = dateInWords(ticket);
  // the club's mark and name stand beside the date
  const dateWidth = doc.font(displayFontFor(date)).fontSize(17).widthOfString(date);
  const name = drawnText(club.name);
  doc.font(displayFontFor(name)).fontSize(15);
  const room = page.width - 2 * sideMargin - dateWidth - 14 * mm;
  const nameWidth = Math.min(doc.widthOfString(name), 60 * mm, room);
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
  const { x, width } = column;
  const rows: StubRow[] = [];
  const addText = (text: string, height: number, setFont: () => unknown, above = 0, characterSpacing = 0) => {
    const draw = (y: number) =>
      say("P", () => {
        setFont();
        doc.text(text, x, y, { characterSpacing, lineBreak: false });
      });
    rows.push({ above, height, draw });
  };
  const addFacts = (above: number, facts: readonly Fact[]) => {
    const height = Math.max(...facts.map((fact) => fittedValue(doc, fact).end));
    const draw = (y: number) => {
      for (const fact of facts) say("P", () => drawFact(doc, fact, y));
    };
    rows.push({ above, height, draw });
  };

  const position = positionInWords(ticket);
  const holder = { value: ticket.holderName ?? "", x, width };
  if (position !== "") addFacts(0, [{ ...holder, name: position }]);
  doc.font("display");
  let size = 23;
  while (doc.fontSize(size).widthOfString(ticket.label) > width) size -= 0.5;
  addText(ticket.label, size + 5, () => doc.font("display").fontSize(size).fillColor(ink), 3 * mm);
  addText(ticket.code.group, 14, () => doc.font("medium").fontSize(11).fillColor(grey), 0, 1.1);
  const note = codeInWords(ticket);
  if (note !== "") addText(note, 14, () => doc.font("medium").fontSize(9));
  // one person's ticket among several has its position instead
  if (position === "" || ticket.entriesTotal > 1) {
    addText(entriesInWords(ticket), 15, () => doc.font("bold").fontSize(12).fillColor(ink), 12);
    // more bars would be unreadable
    const bars = (y: number) => drawBars(doc, ticket.entriesTotal, x, y);
    if (ticket.entriesTotal <= 8)
      rows.push({ above: 4, height: barHeight, draw: (y) => decorate(doc, () => bars(y)) });
  }
  const drawRule = (y: number) => doc.rect(x, y - 0.4, width, 0.8).fill("#D6CBB4");
  rows.push({ above: 4.5 * mm, height: 0, draw: (y) => decorate(doc, () => drawRule(y)) });
  const price = priceInWords(nights);
  const type = ticket.isSplit ? `${ticket.typeName}, ${entriesInWords(ticket)}` : ticket.typeName;
  addFacts(3.6 * mm, [
    { name: "Tip", value: type, x, width: width * 0.64 },
    ...(price === "" ? [] : [{ name: "Preț", value: price, x: x + width * 0.68, width: width * 0.32 }]),
  ]);
  if (position === "") addFacts(2.4 * mm, [{ ...holder, name: "Titular" }]);
  drawRows(rows, top + 9 * mm, footTop - 2 * mm);
}

/** A part of the stub. `above`: the free space above it, which is less when there is no room for it. */
type StubRow = { readonly above: number; readonly height: number; readonly draw: (y: number) => void };

/** Draws parts below each other, the free space between them as tight as it takes to end in time. */
function drawRows(rows: readonly StubRow[], top: number, bottom: number): void {
  const below = rows.slice(1).reduce((sum, { above }) => sum + above, 0);
  const heights = rows.reduce((sum, { height }) => sum + height, 0);
  const tightness = Math.min(1, (bottom - top - heights) / below);
  let y = top;
  rows.forEach(({ above, height, draw }, at) => {
    if (at > 0) y += above * tightness;
    draw(y);
    y += height;
  });
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

/** Draws one bar per person. */
function drawBars(doc: PDFKit.PDFDocument, entries: number, x: number, y: number): void {
  const width = entries > 5 ? 5.8 * mm : 8 * mm;
  for (let at = 0; at < entries; at++)
    doc.roundedRect(x + at * (width + 1.4 * mm), y, width, barHeight, barHeight / 2);
  doc.fill("#00735A");
}

type Fact = { readonly name: string; readonly value: string; readonly x: number; readonly width: number };

/** Sets the value's font. `end`: where a fact ends that begins at 0, with a value of at most two lines. */
function fittedValue(doc: PDFKit.PDFDocument, { value, width }: Fact) {
  const text = drawnText(value);
  doc.font("medium").fontSize(doc.fontSize(11).widthOfString(text) > width ? 9.5 : 11);
  const height = Math.min(doc.heightOfString(text || " ", { width }), 28);
  return { text, height, end: 12.5 + height };
}

/** Draws a small caption over a value. */
function drawFact(doc: PDFKit.PDFDocument, fact: Fact, y: number): void {
  const { name, x, width } = fact;
  doc.font("text").fontSize(8.5).fillColor(grey).text(name, x, y, { lineBreak: false });
  const { text, height } = fittedValue(doc, fact);
  doc.fillColor(ink).text(text, x, y + 12.5, { width, height: height + 1, ellipsis: true });
}

/** Draws the small print in the largest letters in which all of it fits: what it promises must not be cut. */
function drawFoot(doc: PDFKit.PDFDocument, { atTheGate, smallPrint }: ReturnType<typeof footOf>): void {
  const width = page.width - 2 * sideMargin;
  doc
    .font("bold")
    .fontSize(8.5)
    .fillColor(ink)
    .text("La poartă: ", sideMargin, footTop, { width, continued: true, lineGap: 1.5 });
  doc.font("text").text(atTheGate, { lineGap: 1.5 });
  const [y, lineGap] = [doc.y + 3, 1];
  let size = 7.5;
  while (y + doc.fontSize(size).heightOfString(smallPrint, { width, lineGap }) > page.height - 4 * mm)
    size -= 0.25;
  doc.fillColor(grey).text(smallPrint, sideMargin, y, { width, lineGap });
}
