/** A line of a poster's title. */
export type LetteredLine = {
  text: string;
  /** Size of the letters, in hundredths of the poster's width (`cqi`). */
  size: number;
  hasSignsAbove: boolean;
  hasSignsBelow: boolean;
};

// width of each capital in the narrow Bricolage, in thousandths of the font size; other letters count as the widest
// usual one
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:!?-–&";
const widths = [
  459, 456, 449, 460, 351, 338, 457, 459, 216, 291, 461, 350, 666, 512, 469, 453, 471, 455, 434, 394, 459,
  461, 695, 482, 474, 373, 444, 262, 429, 415, 459, 438, 458, 368, 442, 451, 162, 167, 150, 175, 203, 330,
  223, 344, 601,
];
const otherWidth = 700;
const letterSpacing = -12;

/**
 * In hundredths of the poster's width: the widest line, the height of the sea, the largest and the smallest letters.
 */
const measure = 87.5;
const sea = 34.5;
const largest = 33;
const smallest = 7;
/** In font sizes: the height of a capital, and the extra height of accents above and below. */
const capital = 0.76;
const above = 0.12;
const below = 0.14;
const mostLines = 4;

/** Returns the title in lines of equal width that fill the poster's sea. Null when they would be too small to read. */
export function letterTitle(title: string): LetteredLine[] | null {
  const words = title.split(/\s+/).filter((word) => word !== "");
  let best: { lines: LetteredLine[]; filled: number } | undefined;
  for (const texts of splits(words, mostLines)) {
    const layout = setLines(texts);
    if (!best || layout.filled > best.filled) best = layout;
  }
  return best?.lines.every(({ size }) => size >= smallest) ? best.lines : null;
}

/** Returns every way to split the words into at most `most` lines. */
function splits(words: readonly string[], most: number): string[][] {
  if (words.length === 0 || words.length > 40) return [];
  if (most === 1) return [[words.join(" ")]];
  const results = [[words.join(" ")]];
  for (let n = 1; n < words.length; n++)
    for (const otherLines of splits(words.slice(n), most - 1))
      results.push([words.slice(0, n).join(" "), ...otherLines]);
  return results;
}

function setLines(texts: readonly string[]) {
  const lines = texts.map((text) => {
    const signs = text.toUpperCase().normalize("NFD");
    return {
      text,
      // width with letters of size 1
      width: widthOf(signs),
      hasSignsAbove: /[\u0300-\u0315\u031a\u033d-\u0344]/.test(signs),
      hasSignsBelow: /[\u0316-\u0319\u031c-\u0333]/.test(signs),
    };
  });
  const heightOf = (line: (typeof lines)[number]) =>
    (capital + (line.hasSignsAbove ? above : 0) + (line.hasSignsBelow ? below : 0)) / line.width;
  const perWidth = lines.reduce((sum, line) => sum + heightOf(line), 0);
  const width = Math.min(measure, sea / perWidth, largest * Math.min(...lines.map((line) => line.width)));
  return {
    filled: width * width * perWidth,
    lines: lines.map(({ width: unitWidth, ...line }) => ({
      ...line,
      size: Math.floor((100 * width) / unitWidth) / 100,
    })),
  };
}

function widthOf(signs: string): number {
  let sum = 0;
  for (const letter of signs.replace(/\p{M}/gu, ""))
    sum += (widths[capitals.indexOf(letter)] ?? otherWidth) + letterSpacing;
  return sum / 1000;
}
