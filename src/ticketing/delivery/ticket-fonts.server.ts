import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import anyAscii from "any-ascii";
import { printable } from "./ticket-wording.ts";

const require = createRequire(import.meta.url);
/** fontkit has no types; only this much of it is used. */
const fontkit = require("fontkit") as { create(file: Uint8Array): ParsedFont };

/** A font object that pdfkit accepts instead of a file, with the members that pdfkit uses. */
type ParsedFont = PDFKit.Mixins.PDFFontSource & {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  getGlyph(id: number, codePoints?: number[]): { codePoints: number[] };
  layout(text: string, features?: unknown): ShapedWords;
};

/** A text as outlines one after the other, in units of the font, upwards. */
export type ShapedWords = {
  readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
  readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
};

/** Found through the package, because the built server lies in another folder. */
const files = {
  display: "#ticketing/delivery/fonts/bricolage-condensed.ttf",
  text: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  medium: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  bold: "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
} as const;

export type TicketFont = keyof typeof files;
export const ticketFonts = Object.keys(files) as TicketFont[];

const parsed = new Map<TicketFont, ParsedFont>();

/** Parsed once per process: parsing four fonts takes ten times as long as a ticket. */
export function ticketFont(font: TicketFont): ParsedFont {
  const known =
    parsed.get(font) ??
    rememberingLayout(
      drawingLetters(keepingLetters(fontkit.create(readFileSync(require.resolve(files[font]))))),
    );
  parsed.set(font, known);
  return known;
}

/**
 * fontkit keeps the letters that a glyph was first requested with. A glyph first used as a part of another (the s of ș)
 * has none, and would have no text in every later document. This sets them at the first request that has some.
 */
function keepingLetters(font: ParsedFont): ParsedFont {
  const find = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = find(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

/** Whether the font can draw this letter; a mark that is no part of a letter would be set on a line of its own. */
const canDraw = (font: ParsedFont, letter: string) =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) && !/\p{M}/u.test(letter);

/** Nothing is drawn as a box, and a letter never as several: one that the font lacks, and `drawnText` did not write in others, not at all. */
function drawingLetters(font: ParsedFont): ParsedFont {
  const shape = font.layout.bind(font);
  font.layout = (text, features) =>
    shape(
      [...text.normalize("NFC")].filter((letter) => /\s/.test(letter) || canDraw(font, letter)).join(""),
      features,
    );
  return font;
}

/** Letters that are drawn of a text of which no more were typed. */
const mostDrawn = 200;

/**
 * A typed text in the letters that the fonts have; `inOtherLetters` says where to tell so. One letter may become thirty, and fitting a
 * word measures it letter by letter: no more are drawn than were typed, or than the longest name may have.
 */
export function drawnText(text: string): string {
  const font = ticketFont("text");
  const latin = (letter: string) =>
    canDraw(font, letter)
      ? letter
      : /[\p{S}\p{C}]/u.test(letter)
        ? ""
        : anyAscii(letter).replaceAll("`", "'");
  const plain = printable(text);
  const drawn = plain.replace(/\S+/g, (word) => {
    const letters = [...word].map(latin).join("");
    // most scripts that are missing have no capitals
    return inOtherLetters(word) ? letters.replace(/\p{L}/u, (first) => first.toUpperCase()) : letters;
  });
  const most = Math.max(plain.length, mostDrawn);
  return drawn.length > most ? `${drawn.slice(0, most - 1).trimEnd()}…` : drawn;
}

/** Whether the fonts lack a letter of this text, so that it is drawn in Latin letters. */
export function inOtherLetters(text: string): boolean {
  const font = ticketFont("text");
  return [...text.normalize("NFC")].some((letter) => /\p{L}/u.test(letter) && !canDraw(font, letter));
}

const wordsRemembered = 4000;
/** Nothing that stands on many tickets has longer words. */
const lettersOfRemembered = 60;

/**
 * Shaping texts is half of the work for a ticket, and nearly all texts are on every ticket. pdfkit caches them for one
 * document; this caches them for the process.
 */
function rememberingLayout(font: ParsedFont): ParsedFont {
  const shape = font.layout.bind(font);
  const known = new Map<string, ReturnType<ParsedFont["layout"]>>();
  font.layout = (text, features) => {
    if (features || text.length > lettersOfRemembered) return shape(text, features);
    const run = known.get(text) ?? shape(text);
    if (known.size >= wordsRemembered) known.clear();
    known.set(text, run);
    // pdfkit scales the positions in place, so it gets a copy.
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, {
      positions: run.positions.map((position) =>
        Object.assign(Object.create(Object.getPrototypeOf(position)), position),
      ),
    });
  };
  return font;
}

/** The display font has Latin-1 and the Romanian letters; other characters are set in the text font. */
export function displayFontFor(text: string): TicketFont {
  return /^[\u0020-\u007e\u00a0-\u00ff\u0102\u0103\u0218-\u021b\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026]*$/.test(
    text,
  )
    ? "display"
    : "bold";
}
