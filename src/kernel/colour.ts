/** A colour as `#rrggbb`, in lower case. */
export type Colour = `#${string}`;

/** The least contrast of a text and its background by WCAG 2 AA. */
export const leastContrast = 4.5;

/** Reads a colour that somebody typed, such as `#FF8A4C` or `ff8a4c`; undefined for everything else. */
export function readColour(text: string): Colour | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
export function luminance(channels: readonly [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((colour) => luminance(channelsOf(colour)))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * How different two colours look, 0 to 1: their distance in OKLab, in which equal distances look equal. White and black
 * are 1 apart, two whites that look the same less than 0.02.
 */
export function differenceOf(one: Colour, other: Colour): number {
  const otherLab = okLab(other);
  return Math.hypot(...okLab(one).map((value, at) => value - (otherLab[at] ?? 0)));
}

/** Converts a colour to OKLab: https://bottosson.github.io/posts/oklab/ */
function okLab(colour: Colour): number[] {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(linear);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** A mix of two colours. `share`: the part of the second, 0 to 1. */
export function mix(one: string, other: string, share: number): Colour {
  const otherChannels = channelsOf(other);
  const digits = channelsOf(one)
    .map((channel, at) => Math.round(channel * (1 - share) + (otherChannels[at] ?? 0) * share))
    .map((value) => value.toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}

/** The colour itself if readable on all these backgrounds, else the nearest such on the way to `end`, else `end`. */
export function readableOn(grounds: readonly Colour[], colour: Colour, end: Colour): Colour {
  for (let step = 0; step < 256; step++) {
    const nearer = mix(colour, end, step / 256);
    if (grounds.every((ground) => contrastOf(nearer, ground) >= leastContrast)) return nearer;
  }
  return end;
}

function channelsOf(colour: string): [number, number, number] {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
