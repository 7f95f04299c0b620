import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
/** Untyped, and only this much of it is used. */
const fontkit = require("fontkit") as { create(file: Uint8Array): ParsedFont };

/** A font that pdfkit takes instead of a file, and what pdfkit asks it. */
type ParsedFont = PDFKit.Mixins.PDFFontSource & {
  readonly unitsPerEm: number;
  getGlyph(id: number, codePoints?: number[]): { codePoints: number[] };
  layout(text: string, features?: unknown): ShapedWords;
};

/** Words as outlines one after the other, in units of the font, upwards. */
export type ShapedWords = {
  readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
  readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
};

/** Found through the package, not beside this file: the built server lies elsewhere. */
const files = {
  display: "#ticketing/delivery/fonts/bricolage-condensed.ttf",
  text: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  medium: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  bold: "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
} as const;

export type TicketFont = keyof typeof files;
export const ticketFonts = Object.keys(files) as TicketFont[];

const parsed = new Map<TicketFont, ParsedFont>();

/** Parsed once per process: parsing four faces costs ten times what a ticket does. */
export function ticketFont(font: TicketFont): ParsedFont {
  const known =
    parsed.get(font) ??
    rememberingLayout(keepingLetters(fontkit.create(readFileSync(require.resolve(files[font])))));
  parsed.set(font, known);
  return known;
}

/**
 * A glyph keeps the letters that it was first asked for with. One that was first met as a part of another (the s of ș)
 * has none, and would stand without text in every later document: it gets them when it is asked for with some.
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

const wordsRemembered = 4000;

/**
 * Shaping its words is half of what a ticket costs, and nearly all of them stand on every ticket. pdfkit remembers
 * them for one document; this remembers them for the process.
 */
function rememberingLayout(font: ParsedFont): ParsedFont {
  const shape = font.layout.bind(font);
  const known = new Map<string, ReturnType<ParsedFont["layout"]>>();
  font.layout = (text, features) => {
    if (features) return shape(text, features);
    const run = known.get(text) ?? shape(text);
    if (known.size >= wordsRemembered) known.clear();
    known.set(text, run);
    // pdfkit scales the positions in place
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, {
      positions: run.positions.map((position) =>
        Object.assign(Object.create(Object.getPrototypeOf(position)), position),
      ),
    });
  };
  return font;
}

/** The display face has Latin-1 and the Romanian letters; what it lacks is set in the text face. */
export function displayFontFor(text: string): TicketFont {
  return /^[\u0020-\u007e\u00a0-\u00ff\u0102\u0103\u0218-\u021b\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026]*$/.test(
    text,
  )
    ? "display"
    : "bold";
}
