import { inflateSync } from "node:zlib";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import type { TicketFacts } from "./ticket-facts.ts";
import { drawnText, ticketFont, ticketFonts } from "./ticket-fonts.server.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { latinNote } from "./ticket-wording.ts";

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

/** How many letters are laid out for a ticket with these texts, each try of fitting them counted. */
async function lettersLaidOut(texts: Partial<TicketFacts>, name = "Fosfor", trader = "Fosfor SRL") {
  let letters = 0;
  const spies = ticketFonts.map((font) => {
    const known = ticketFont(font);
    const layout = known.layout.bind(known);
    return vi.spyOn(known, "layout").mockImplementation((text, features) => {
      const run = layout(text, features);
      letters += run.glyphs.length;
      return run;
    });
  });
  const code = { qr: "EST1:PROBA", group: "ABCD-EFGH" };
  await ticketPdf([{ ...sampleTicket(texts), code }], { ...club, name, trader });
  for (const spy of spies) spy.mockRestore();
  return letters;
}

describe("letters of which each becomes many cost no more than plain ones (one kind: work by what is drawn, bounded by what was typed)", () => {
  const most = 200;
  const hostile = {
    "one word": "\ufdfa".repeat(most),
    "many words": "\ufdfa ".repeat(most / 2),
    Chinese: "莊".repeat(most),
  };
  it.each(Object.entries(hostile))("in %s", async (_, typed) => {
    const plain = "Wi".repeat(most / 2);
    for (const fact of ["holderName", "eventTitle", "location", "typeName"] as const)
      expect(await lettersLaidOut({ [fact]: typed }), fact).toBeLessThan(
        2 * (await lettersLaidOut({ [fact]: plain })),
      );
    expect(await lettersLaidOut({}, typed, typed), "the club").toBeLessThan(
      2 * (await lettersLaidOut({}, plain, plain)),
    );
    expect(drawnText(typed).length).toBeLessThanOrEqual(most);
    expect(drawnText(typed)).toMatch(/…$/);
  });
});

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
      for (const text of [typed, drawnText(typed)]) {
        const { glyphs } = ticketFont(font).layout(text) as unknown as { glyphs: { id: number }[] };
        expect(glyphs.map(({ id }) => id)).not.toContain(0);
        expect(glyphs.length).toBeLessThanOrEqual(text.length);
      }
    }
  });
});
