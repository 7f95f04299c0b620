import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import anyAscii from "any-ascii";
import { printable } from "./ticket-wording.ts";

const require = createRequire(import.meta.url);
/** fontkit has no types, so this declares the part that is used. */
const fontkit = require("fontkit") as { create(file: Uint8Array): ParsedFont };

/** A font object that pdfkit accepts instead of a file, with the members that pdfkit uses. */
type ParsedFont = PDFKit.Mixins.PDFFontSource & {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  getGlyph(id: number, codePoints?: number[]): { codePoints: number[] };
  layout(text: string, features?: unknown): ShapedWords;
};

/** A text as a row of outlines, in font units, with y upwards. */
export type ShapedWords = {
  readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
  readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
};

/** The font files. They are resolved through the package, because the built server is in another folder. */
const files = {
  display: "#ticketing/delivery/fonts/bricolage-condensed.ttf",
  text: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  medium: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  bold: "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
} as const;

export type TicketFont = keyof typeof files;
export const ticketFonts = Object.keys(files) as TicketFont[];

const parsed = new Map<TicketFont, ParsedFont>();

/** A parsed font. Each is parsed once per process: parsing all four takes ten times as long as one ticket. */
export function ticketFont(font: TicketFont): ParsedFont {
  const readyFont =
    parsed.get(font) ??
    cacheLayout(
      skipMissingLetters(repairGlyphLetters(fontkit.create(readFileSync(require.resolve(files[font]))))),
    );
  parsed.set(font, readyFont);
  return readyFont;
}

/**
 * Repairs a behaviour of fontkit, which keeps the letters that a glyph was first requested with. A glyph first used
 * as a part of another (the s of ș) has no letters, so its text would be missing in later documents. This sets the
 * letters at the first request that has some.
 */
function repairGlyphLetters(font: ParsedFont): ParsedFont {
  const find = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = find(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

/** Whether the font can draw this letter. A lone combining mark counts as no: it would get a line of its own. */
const canDraw = (font: ParsedFont, letter: string) =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) && !/\p{M}/u.test(letter);

/** Makes the font leave out letters that it lacks, which would be boxes (`drawnText` replaces most before). */
function skipMissingLetters(font: ParsedFont): ParsedFont {
  const shape = font.layout.bind(font);
  font.layout = (text, features) =>
    shape(
      [...text.normalize("NFC")].filter((letter) => /\s/.test(letter) || canDraw(font, letter)).join(""),
      features,
    );
  return font;
}

/** A shorter text may grow to this many letters when it is drawn. */
const longestDrawnText = 200;

/**
 * A typed text in letters that the fonts have; `inOtherLetters` tells whether to add a note about it. One letter may
 * become thirty, and fitting a word measures letter by letter, so the result is cut: at the typed length, or at
 * `longestDrawnText` if that is more.
 */
export function drawnText(text: string): string {
  const font = ticketFont("text");
  const drawableLetters = (letter: string) =>
    canDraw(font, letter)
      ? letter
      : /[\p{S}\p{C}]/u.test(letter)
        ? ""
        : anyAscii(letter).replaceAll("`", "'");
  const plain = printable(text);
  const drawn = plain.replace(/\S+/g, (word) => {
    const letters = [...word].map(drawableLetters).join("");
    // most scripts that the fonts lack have no capital letters
    return inOtherLetters(word) ? letters.replace(/\p{L}/u, (first) => first.toUpperCase()) : letters;
  });
  const most = Math.max(plain.length, longestDrawnText);
  return drawn.length > most ? `${drawn.slice(0, most - 1).trimEnd()}…` : drawn;
}

/** Whether the fonts lack a letter of this text, so that it is drawn in Latin letters. */
export function inOtherLetters(text: string): boolean {
  const font = ticketFont("text");
  return [...text.normalize("NFC")].some((letter) => /\p{L}/u.test(letter) && !canDraw(font, letter));
}

const cachedTextsAtMost = 4000;
/** Longer texts are not remembered, because texts that many tickets share are shorter. */
const longestCachedText = 60;

/**
 * Caches shaped texts for the process. Shaping is half of the work for a ticket, and nearly all texts are on every
 * ticket; pdfkit caches them for one document only.
 */
function cacheLayout(font: ParsedFont): ParsedFont {
  const shape = font.layout.bind(font);
  const shapedTexts = new Map<string, ReturnType<ParsedFont["layout"]>>();
  font.layout = (text, features) => {
    if (features || text.length > longestCachedText) return shape(text, features);
    const run = shapedTexts.get(text) ?? shape(text);
    if (shapedTexts.size >= cachedTextsAtMost) shapedTexts.clear();
    shapedTexts.set(text, run);
    // pdfkit scales the positions in place, so it gets a copy.
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, {
      positions: run.positions.map((position) =>
        Object.assign(Object.create(Object.getPrototypeOf(position)), position),
      ),
    });
  };
  return font;
}

/** The font for a title. The display font has only Latin-1 and Romanian letters; other texts use the text font. */
export function displayFontFor(text: string): TicketFont {
  return /^[\u0020-\u007e\u00a0-\u00ff\u0102\u0103\u0218-\u021b\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026]*$/.test(
    text,
  )
    ? "display"
    : "bold";
}
