import { type Colour, mix } from "#kernel/colour.ts";

const line = (height: number, colour: string) =>
  `<tr><td height="${height}" bgcolor="${colour}" style="height:${height}px;line-height:${height}px;font-size:1px">&nbsp;</td></tr>`;

/** A bar of the sun or of its light on the water. It is a table, because mail programs show no drawings. */
const bar = (
  ground: string,
  [width, height, colour, corners]: [number, number, string, string],
  cell: string,
) =>
  `<tr><td align="center" bgcolor="${ground}" ${cell}><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="${width}" style="width:${width}px"><tr><td height="${height}" bgcolor="${colour}" style="height:${height}px;line-height:${height}px;font-size:1px;border-radius:${corners}">&nbsp;</td></tr></table></td></tr>`;

const sunCell = 'valign="bottom" height="12" style="height:12px;font-size:1px;line-height:1px;padding:0"';
const night = "#0B1020";

type Shades = {
  readonly sky: readonly [string, string];
  /** The bars of the sun with the sky behind each, from the top. */
  readonly sun: readonly (readonly [sky: string, sun: string])[];
  readonly horizon: string;
  readonly sea: readonly string[];
};

const house: Shades = {
  sky: ["#0C1B2C", "#0D2834"],
  sun: [
    ["#0E3640", "#8BFBDD"],
    ["#10454B", "#7CF7D5"],
    ["#125650", "#66F4CC"],
    ["#16695F", "#50F3C6"],
  ],
  horizon: "#38F2C0",
  sea: ["#2CC7A0", "#1E8E76", "#15604F", "#103F3A"],
};

/** The shades in a club's own colour. */
function shadesOf(signal: Colour): Shades {
  const dark = (share: number) => mix(signal, night, share);
  const bright = (share: number) => mix(signal, "#ffffff", share);
  return {
    sky: [dark(0.95), dark(0.89)],
    sun: [
      [dark(0.83), bright(0.42)],
      [dark(0.76), bright(0.34)],
      [dark(0.69), bright(0.23)],
      [dark(0.6), bright(0.12)],
    ],
    horizon: signal,
    sea: [dark(0.19), dark(0.44), dark(0.65), dark(0.8)],
  };
}

const suns = [
  [56, "28px 28px 0 0"],
  [88, "8px 8px 0 0"],
  [110, "7px 7px 0 0"],
  [124, "5px 5px 0 0"],
] as const;
const waves = [124, 88, 110, 52] as const;

/** The picture at the head of every email: half a sun and its light on the water, in the club's colour. */
export function sunOverSea(signal: Colour | null): string {
  const { sky, sun, horizon, sea } = signal === null ? house : shadesOf(signal);
  return [
    ...sky.map((colour) => line(8, colour)),
    ...suns.map(([width, corners], at) => {
      const [behind = night, colour = horizon] = sun[at] ?? [];
      return bar(behind, [width, 10, colour, corners], sunCell);
    }),
    line(3, horizon),
    line(7, night),
    ...waves.map((width, at) => bar(night, [width, 4, sea[at] ?? horizon, "2px"], 'style="padding:0 0 5px"')),
  ].join("");
}
