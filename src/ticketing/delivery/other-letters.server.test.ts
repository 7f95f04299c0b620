import { inflateSync } from "node:zlib";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { ticketFont, ticketFonts } from "./ticket-fonts.server.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { latinNote, printable } from "./ticket-wording.ts";

let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

const club = { name: "Fosfor", trader: "Fosfor SRL", address: "", email: "" };

/** A name as it was typed, and as it is printed; those with `true` are said to be in Latin letters. */
const names: readonly (readonly [script: string, typed: string, printed: string, isLatinised?: true])[] = [
  ["Chinese", "王小明", "WangXiaoMing", true],
  ["Arabic", "محمد علي", "Mhmd 'Ly", true],
  ["Persian with a joiner", "علی\u200cرضا", "'Lyrd", true],
  ["Hebrew", "דוד כהן", "Dvd Khhn", true],
  ["Georgian", "გიორგი ბერიძე", "Giorgi Beridze", true],
  ["Armenian", "Արամ Խաչատրյան", "Aram Khach'atryan", true],
  ["Thai", "สมชาย ใจดี", "Smchay Aichdi", true],
  ["Hindi", "राहुल शर्मा", "Rahul Srma", true],
  ["Hindi with a joiner", "क्\u200dष राव", "Ks Rav", true],
  ["Korean", "김민수", "GimMinSu", true],
  ["Japanese", "たなか さくら", "Tanaka Sakura", true],
  ["Latin and another together", "Ștefan (王)", "Ștefan (Wang)", true],
  ["an emoji and signs", "Ana 🎉 Pop ☾✔", "Ana Pop"],
  ["Vietnamese", "Nguyễn Thị Hường", "Nguyễn Thị Hường"],
  ["Vietnamese, decomposed", "Nguyễn Thị Hường".normalize("NFD"), "Nguyễn Thị Hường"],
  ["marks that make no letter", "Ana R\u0324\u0308adu", "Ana Radu"],
  ["Romanian", "Ștefania Țânțăreanu", "Ștefania Țânțăreanu"],
  ["Greek and Cyrillic", "Ελένη Ђорђе", "Ελένη Ђорђе"],
];

/** The glyphs that a PDF draws, by their numbers in its fonts, four hexadecimal digits each. */
function drawnGlyphs(pdf: Buffer): string[] {
  const file = pdf.toString("latin1");
  return [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = ""]) => {
    const content = ((): string => {
      try {
        return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })();
    const texts = content.split("\n").filter((line) => line.endsWith("TJ"));
    return texts.flatMap((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []),
    );
  });
}

describe("a text in any script is never printed as boxes", () => {
  it.each(
    names.map(([script, typed, printed, isLatinised = false]) => ({ script, typed, printed, isLatinised })),
  )("on a ticket: $script", async ({ typed, printed, isLatinised }) => {
    const code = { qr: "EST1:PROBA", group: "ABCD-EFGH" };
    const texts = { holderName: typed, eventTitle: typed, location: typed, typeName: typed };
    const pdf = await ticketPdf([{ ...sampleTicket(texts), code }], { ...club, name: typed, trader: typed });
    const glyphs = drawnGlyphs(pdf);
    expect(glyphs.length).toBeGreaterThan(200);
    expect(glyphs).not.toContain("0000");
    const document = await pdfium.loadDocument(pdf);
    const [words = ""] = [...document.pages()].map((page) => page.getText().replace(/\s+/g, " "));
    document.destroy();
    expect(words).toContain(`Titular ${printed}`);
    expect(words.includes(latinNote)).toBe(isLatinised);
  });

  it.each(ticketFonts)("by no caller of the font: %s", (font) => {
    for (const [, typed] of names) {
      const { glyphs } = ticketFont(font).layout(printable(typed)) as unknown as { glyphs: { id: number }[] };
      expect(glyphs.map(({ id }) => id)).not.toContain(0);
    }
  });
});
