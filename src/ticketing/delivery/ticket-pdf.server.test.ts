import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import { openSigningKeys, type SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { lengths } from "#ticketing/limits.ts";
import type { CodedTicket, TicketFacts } from "./ticket-facts.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { qrPng, qrSquares, qrSvg } from "./ticket-qr.server.ts";
import { codeTicket, verifyTicketQr } from "./ticket-signature.server.ts";
import { footOf, nightsOfSeat, printable } from "./ticket-wording.ts";

type Picture = { data: Uint8Array; width: number; height: number };

const club = { name: "Clubul de Vară", trader: "Clubul de Vară SRL, CUI RO00000000", address: "", email: "" };
const own = await testDatabase();
let database: Database;
let keys: SigningKeys;
let pdfium: PDFiumLibrary;

beforeAll(async () => {
  database = openTestDatabase(own.urls);
  keys = await openSigningKeys({ database, appSecret: "a secret of a test, long enough" });
  pdfium = await PDFiumLibrary.init();
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const bytes = readFileSync(wasm);
  await prepareZXingModule({
    overrides: {
      wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    },
    fireImmediately: true,
  });
});
afterAll(async () => {
  pdfium.destroy();
  await database.close();
});

const coded = (change: Partial<TicketFacts> = {}): CodedTicket => {
  const ticket = sampleTicket(change);
  return { ...ticket, code: codeTicket(keys, ticket) };
};

async function pictures(pdf: Buffer, scale = 2): Promise<Picture[]> {
  const document = await pdfium.loadDocument(pdf);
  const found: Picture[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale, render: "bitmap" });
    found.push({ data: Uint8Array.from(data), width, height });
  }
  document.destroy();
  return found;
}

async function readQr(picture: Picture): Promise<string[]> {
  const { width, height } = picture;
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(picture.data), width, height, colorSpace: "srgb" } as ImageData,
    {
      formats: ["QRCode"],
    },
  );
  return found.map((code) => code.text);
}

function different(one: Picture, other: Picture): number {
  let pixels = 0;
  for (let at = 0; at < one.data.length; at += 4) if (one.data[at] !== other.data[at]) pixels += 1;
  return pixels;
}

describe("the QR of a ticket", () => {
  it("A18-23 A12-28: has level H and version 10 at most, as SVG and PNG alike", async () => {
    const ticket = coded();
    expect(qrSquares(ticket.code.qr).size).toBe(57);
    const { data, info } = await sharp(await qrPng(ticket.code.qr))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [code] = await readBarcodes(
      {
        data: new Uint8ClampedArray(data),
        width: info.width,
        height: info.height,
        colorSpace: "srgb",
      } as ImageData,
      {},
    );
    expect(code).toMatchObject({ text: ticket.code.qr, ecLevel: "H" });
    const svg = await sharp(Buffer.from(qrSvg(ticket.code.qr, 'Cod "1" & <2>')), { density: 400 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(await readQr({ data: svg.data, ...svg.info })).toEqual([ticket.code.qr]);
  });
  it("can be read with a fifth of it covered", async () => {
    const { qr } = coded().code;
    const picture = await sharp(await qrPng(qr))
      .composite([
        {
          input: { create: { width: 150, height: 150, channels: 3, background: "#888" } },
          left: 200,
          top: 220,
        },
      ])
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(await readQr({ data: picture.data, ...picture.info })).toEqual([qr]);
  });
  it("refuses a text that needs a larger code", () => {
    expect(() => qrSquares("x".repeat(300))).toThrow(RangeError);
  });
});

describe("the printed ticket", () => {
  it("is A5, and the QR in its pixels is the signed one", async () => {
    const ticket = coded();
    const [page] = await pictures(await ticketPdf([ticket], club));
    if (!page) throw new Error("no page");
    expect([page.width, page.height]).toEqual([838, 1190]); // 148 x 210 mm at 144 dpi
    const [text] = await readQr(page);
    expect(text).toBe(ticket.code.qr);
    expect(await verifyTicketQr(keys, text ?? "")).toMatchObject({
      kind: "signed",
      payload: { purchaseId: ticket.purchaseId },
    });
  });

  it("has a page for each night of a pass, each with its own code", async () => {
    const orderId = newId();
    const nights = [1, 2, 3].map((n) =>
      coded({
        orderId,
        family: "season_pass",
        label: `SEASON-2210-640918-0${n}`,
        purchaseId: newId(),
        eventId: newId(),
        eventDate: `2027-07-0${n}`,
      }),
    );
    const pages = await pictures(await ticketPdf(nights, club));
    expect(await Promise.all(pages.map(readQr))).toEqual(nights.map((night) => [night.code.qr]));
  });

  it("shows every Romanian letter: each differs in pixels from the letter without its sign, everywhere on the ticket", async () => {
    const letters = [..."ăâîșțĂÂÎȘȚ"];
    const bare = (letter: string) => letter.normalize("NFD").charAt(0);
    const places = [
      (letter: string) => coded({ eventTitle: `Noaptea ${letter}` }),
      (letter: string) => coded({ holderName: `Ana ${letter}` }),
      (letter: string) => coded({ location: `Plaja ${letter}` }),
      (letter: string) => coded({ typeName: `Grup ${letter}` }),
    ];
    const fixed = { purchaseId: newId(), eventId: newId(), orderId: newId(), userId: newId() };
    for (const place of places) {
      for (const letter of letters) {
        const draw = async (sign: string) =>
          (
            await pictures(await ticketPdf([{ ...place(sign), ...fixed, code: coded(fixed).code }], club), 1)
          )[0];
        const [shown, without, missing] = [
          await draw(letter),
          await draw(bare(letter)),
          await draw("\u{10FFFD}"),
        ];
        if (!shown || !without || !missing) throw new Error("no page");
        expect(different(shown, without), letter).toBeGreaterThan(2);
        expect(different(shown, missing), letter).toBeGreaterThan(2);
      }
    }
  }, 60_000);

  it("keeps its texts within the page, with names of any length", async () => {
    const long = coded({
      eventTitle: "Noaptea cea mai lungă a verii celei mai lungi ".repeat(6),
      holderName: "Ștefan ".repeat(28),
      typeName: "Bilet de grup pentru prietenii apropiați ".repeat(4),
      location: "Plaja Licurici ".repeat(12),
      entriesTotal: 100,
      label: "EARLYBIRD-4821-093175-02",
    });
    const pages = await pictures(await ticketPdf([long], club));
    expect(pages).toHaveLength(1);
    expect(await readQr(pages[0] as Picture)).toEqual([long.code.qr]);
  });

  it("prints every sentence of its foot whole, for every kind of ticket and the longest names", async () => {
    const pass = { family: "season_pass", typeName: "All Season Pass", orderId: newId() } as const;
    const kinds: Partial<TicketFacts>[] = [
      { entriesTotal: 1 },
      { entriesTotal: 2, enterUntil: "23:30", isTest: true },
      { family: "early_bird", label: "EARLYBIRD-4821-093175-02", entriesTotal: 20 },
      { isAddOn: true, entriesTotal: 1 },
      { isAddOn: true, entriesTotal: 2, isTest: true },
      { entriesTotal: 1, totalPrice: null, orderNumber: null, paidAt: null },
      pass,
      { ...pass, eventId: newId(), entriesTotal: 2, enterUntil: "23:30", isTest: true, totalPrice: bani(0) },
    ];
    const longest = ["Ș", "漢"].map((letter) => letter.repeat(lengths.company + lengths.clubAddress + 80));
    for (const trader of ["Fosfor Summer Club SRL, CUI RO00000000, Plaja Licurici", ...longest]) {
      const tickets = kinds.map((kind) => coded(kind));
      const document = await pdfium.loadDocument(await ticketPdf(tickets, { ...club, trader }));
      const pages = [...document.pages()].map((page) => page.getText().replace(/\s+/g, " "));
      document.destroy();
      expect(pages).toHaveLength(tickets.length);
      tickets.forEach((ticket, at) => {
        const foot = footOf(ticket, nightsOfSeat(ticket, tickets), { ...club, trader: "" });
        const sentences = `${foot.atTheGate} ${foot.smallPrint}`.split(/(?<=\.) /);
        for (const sentence of sentences) expect(pages[at]).toContain(sentence);
      });
    }
  });

  it("is tagged: a section for each page with its heading, its lines and its QR in words", async () => {
    const tickets = [coded(), coded({ label: "FSC-1111-222222" })];
    // dictionaries are not packed
    const file = (await ticketPdf(tickets, club)).toString("latin1");
    expect(file).toContain("/Marked true");
    const tags = (kind: string) => file.match(new RegExp(`/S /${kind}\\b`, "g"))?.length;
    expect([tags("Sect"), tags("H1"), tags("Figure")]).toEqual([2, 2, 2]);
    expect(tags("P")).toBeGreaterThan(10);
    for (const { label } of tickets) expect(file).toContain(`/Alt (Codul QR al biletului ${label})`);
  });

  it("has the club's own logo and colours, and the house's where it has none", async () => {
    const ticket = coded();
    const house = await ticketPdf([ticket], club);
    const noLook = await ticketPdf([ticket], { ...club, look: { logo: null, light: null, signal: null } });
    expect(noLook.equals(house)).toBe(true);
    const look = { logo: null, light: "#ff00ff", signal: "#ff00ff" } as const;
    const red = { r: 255, g: 0, b: 0 };
    const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: red } })
      .png()
      .toBuffer();
    const [plain, coloured, marked] = await Promise.all(
      [house, await ticketPdf([ticket], { ...club, look }), await ticketPdf([ticket], club, logo)].map(
        async (pdf) => (await pictures(pdf))[0] as Picture,
      ),
    );
    if (!plain || !coloured || !marked) throw new Error("no page");
    const pixels = ({ data }: Picture, isOne: (a: number, b: number, c: number) => boolean) => {
      let n = 0;
      for (let at = 0; at < data.length; at += 4)
        if (isOne(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) n += 1;
      return n;
    };
    const isPink = (a: number, b: number, c: number) => a > 250 && b < 5 && c > 250;
    expect(pixels(plain, isPink)).toBe(0);
    expect(pixels(coloured, isPink)).toBeGreaterThan(100);
    // a bitmap has blue first
    const isRed = (a: number, b: number, c: number) => Math.max(a, c) > 250 && b < 5 && Math.min(a, c) < 5;
    expect(pixels(plain, isRed)).toBe(0);
    expect(pixels(marked, isRed)).toBeGreaterThan(1000);
  });

  it("is the same file each time", async () => {
    const ticket = coded();
    expect((await ticketPdf([ticket], club)).equals(await ticketPdf([ticket], club))).toBe(true);
  });

  it("prints comma letters for the cedilla letters of old keyboards, and no pictographs", () => {
    expect(printable("\u015eoapte \u0163es\u0103turi \u{1F3AB} la\r\nmare")).toBe("Șoapte țesături la mare");
  });
});

describe("the page of one person among several", () => {
  const wordsOf = async (tickets: readonly CodedTicket[]) => {
    const document = await pdfium.loadDocument(await ticketPdf(tickets, club));
    const pages = [...document.pages()].map((page) => page.getText().replace(/\s+/g, " "));
    document.destroy();
    return pages;
  };
  const person = (no: number, more: Partial<TicketFacts> = {}) =>
    coded({
      orderId: "o",
      seatNo: no,
      position: { no, of: 2 },
      holderName: "Ioana",
      entriesTotal: 1,
      totalPrice: bani(no * 4_000),
      label: `FSC-0000-00000${no}`,
      ...more,
    });

  it("says which it is and whose, with its own price; a pass has the price of its nights on each of them", async () => {
    const pages = await wordsOf([person(1), person(2)]);
    expect(pages).toHaveLength(2);
    pages.forEach((page, at) => {
      expect(page).toContain(`Biletul ${at + 1} din 2 Ioana`);
      expect(page).toContain(`${(at + 1) * 40} LEI`);
      expect(page).not.toMatch(/Titular|1 intrare|tuturor nopților/);
    });
    const nights = await wordsOf([person(1), person(1, { totalPrice: bani(0) }), person(2)]);
    expect(nights.map((page) => /(\d+) LEI/.exec(page)?.[1])).toEqual(["40", "40", "80"]);
    expect(nights.map((page) => page.includes("tuturor nopților"))).toEqual([true, true, false]);
  });

  it("says of a later code under the same label that it is a new one, and which", async () => {
    const [first, second] = await wordsOf([person(1), person(1, { secretVersion: 2 })]);
    expect(first).not.toContain("Cod nou");
    expect(second).toContain("Cod nou, nr. 2");
  });

  it("shows no price and no order to a person who received it", async () => {
    const [page] = await wordsOf([
      person(1, { position: null, totalPrice: null, orderNumber: null, paidAt: null }),
    ]);
    expect(page).toContain("Titular Ioana");
    expect(page).not.toMatch(/LEI|Comanda|Biletul 1/);
  });
});
