import { type TicketFont, ticketFont } from "./ticket-fonts.server.ts";

type Letters = { readonly font: TicketFont; readonly size: number };

export function widthOfText(text: string, { font, size }: Letters): number {
  const { unitsPerEm } = ticketFont(font);
  const { positions } = ticketFont(font).layout(text);
  return (positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * size) / unitsPerEm;
}

/** A text as SVG outlines, with its baseline at `y`: the same on every machine, and typed text is never markup. */
export function outlinedText(
  text: string,
  { font, size, x, y, fill }: Letters & { readonly x: number; readonly y: number; readonly fill: string },
): string {
  const { unitsPerEm } = ticketFont(font);
  const { glyphs, positions } = ticketFont(font).layout(text);
  const scale = size / unitsPerEm;
  let at = 0;
  const outlines = glyphs.map((glyph, i) => {
    const { xAdvance, xOffset } = positions[i] ?? { xAdvance: 0, xOffset: 0 };
    const left = at + xOffset;
    at += xAdvance;
    return `<path transform="translate(${left} 0)" d="${glyph.path.toSVG()}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join("")}</g>`;
}

/** The text in at most `most` lines no wider than `width`; a text that does not fit ends with an ellipsis. */
export function wrappedText(text: string, width: number, most: number, letters: Letters): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOfText(longer, letters) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const cut = (line: string): string => {
    let short = [...line];
    while (short.length > 1 && widthOfText(`${short.join("")}…`, letters) > width) short = short.slice(0, -1);
    return `${short.join("").trimEnd()}…`;
  };
  const shown = lines.slice(0, most);
  return shown.map((line, i) => {
    const isCut = i === most - 1 && lines.length > most;
    return isCut || widthOfText(line, letters) > width ? cut(line) : line;
  });
}
