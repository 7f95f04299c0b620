import { type Colour, contrastOf, differenceOf, readableOn, readColour } from "#kernel/colour.ts";

/** The club's look, as it is stored. An empty field means Estival's own logo or colour. */
export type BrandContent = {
  /** The address of a stored picture. */
  readonly logo_url: string;
  /** The colour of main buttons, dates and prices. */
  readonly light: string;
  /** The colour of what is possible, chosen or done. */
  readonly signal: string;
};

/** The club's look, as screens, tickets and emails show it. Null means Estival's own logo or colour. */
export type Look = {
  readonly logo: { readonly url: string; readonly small: string } | null;
  readonly light: Colour | null;
  readonly signal: Colour | null;
};

export const estivalLook: Look = { logo: null, light: null, signal: null };

/** The background colours of the public site, from `tokens.css`; both club colours are text colours on them. */
export const nightGrounds = ["#0b1020", "#10182e", "#172140", "#1f2b52"] as const;

export type UnreadableColour = {
  readonly reason: "unreadable";
  /** The contrast on the background where it is lowest. */
  readonly contrast: number;
  /** The nearest colour that can be read. */
  readonly nearest: Colour;
};

/** Why the club cannot use this colour; undefined when it can be read on every background (WCAG 2 AA). */
export function problemWithColour(colour: Colour): UnreadableColour | undefined {
  const nearest = readableOn(nightGrounds, colour, "#ffffff");
  if (nearest === colour) return undefined;
  const contrast = Math.min(...nightGrounds.map((ground) => contrastOf(colour, ground)));
  return { reason: "unreadable", contrast, nearest };
}

/** Estival's own colours. */
export const estivalColours = { light: "#ff8a4c", signal: "#38f2c0" } as const;

/** If two colours differ by less, people cannot tell a button to press from a chosen option. */
const leastDifference = 0.15;

/** Whether the club's two colours look alike. For an empty one, Estival's own is compared. */
export function areAlike({ light, signal }: Pick<BrandContent, "light" | "signal">): boolean {
  const [lightColour, signalColour] = [light || estivalColours.light, signal || estivalColours.signal] as [
    Colour,
    Colour,
  ];
  return differenceOf(lightColour, signalColour) < leastDifference;
}

/** The look in a stored content. For anything in it that cannot be read, Estival's own is used. */
export function lookOf(content: unknown): Look {
  if (typeof content !== "object" || content === null) return estivalLook;
  const { logo_url: url, logo_sources: sources, light, signal } = content as Record<string, unknown>;
  const colour = (text: unknown) => (typeof text === "string" ? (readColour(text) ?? null) : null);
  const small = Array.isArray(sources) ? sources[0]?.url : undefined;
  return {
    logo: typeof url === "string" && typeof small === "string" ? { url, small } : null,
    light: colour(light),
    signal: colour(signal),
  };
}

/** The address of the logo as a square PNG; null without one. Another picture has another address, for caches. */
export function logoPath(look: Look): string | null {
  return look.logo === null ? null : `/club/logo.png?look=${encodeURIComponent(look.logo.url.slice(-12))}`;
}
