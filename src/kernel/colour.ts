/** A colour as `#rrggbb`, in small letters. */
export type Colour = `#${string}`;

/** WCAG 2 AA: the least contrast of text and its ground. */
export const leastContrast = 4.5;

/** The colour that somebody typed, such as `#FF8A4C` or `ff8a4c`; undefined for everything else. */
export function readColour(text: string): Colour | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
export function luminance(channels: readonly [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((colour) => luminance(channelsOf(colour)))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour between two, with `share` of the second. */
export function mix(one: string, other: string, share: number): Colour {
  const there = channelsOf(other);
  const digits = channelsOf(one)
    .map((channel, at) => Math.round(channel * (1 - share) + (there[at] ?? 0) * share))
    .map((value) => value.toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}

/**
 * The colour itself where it can be read on all these grounds, else the nearest that can on the way to `end`; `end`
 * when none can.
 */
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
