/** Where the sea begins in every picture, as a share of its height: pictures laid side by side form one coast. */
export const horizon = 0.62;

/** A number from 0 to 1, the same sequence for the same seed. */
export type Dice = () => number;

export type Palette = {
  sky: string[];
  light: string[];
  glow: string;
  glint: string;
  mirror: string;
  sea: string[];
  ink: string;
  ray?: string;
  cloud?: string[];
  bands?: string[];
  stars?: number;
  plankton?: number;
};

export function diceOf(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One decimal is enough for a path. */
export const n = (value: number): number => Number(value.toFixed(1));

export function gradient(id: string, colours: string[]): string {
  const stops = colours.map(
    (colour, i) => `<stop offset="${n((i / (colours.length - 1)) * 100) / 100}" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join("")}</linearGradient>`;
}

export function radial(
  id: string,
  stops: [colour: string, offset: number, opacity?: number][],
  more = "",
): string {
  const marks = stops.map(
    ([colour, offset, opacity = 1]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<radialGradient id="${id}" ${more}>${marks.join("")}</radialGradient>`;
}

export const circle = (x: number, y: number, r: number, more: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${more}/>`;

/** Light specks, as on printed paper. Plain blending: blend modes are drawn unevenly inside an <img>. */
export function grainFilter(seed: number): string {
  return `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".82" numOctaves="2" seed="${seed}"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 -3.2 1.72"/></filter>`;
}

export function picture(width: number, height: number, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>\n`;
}

export const grain = (width: number, height: number): string =>
  `<rect width="${width}" height="${height}" filter="url(#grain)" opacity=".1"/>`;
