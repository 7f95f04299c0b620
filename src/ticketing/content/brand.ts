import { type Colour, contrastOf, differenceOf, readableOn, readColour } from "#kernel/colour.ts";

/** How the club looks, as it is stored. What is empty is the house's own: its sun, its orange, its green. */
export type BrandContent = {
  /** The address of a stored picture. */
  readonly logo_url: string;
  /** The main button, dates and prices. */
  readonly light: string;
  /** What is possible, chosen or done. */
  readonly signal: string;
};

/** How the club looks, as screens, tickets and emails show it; null where it is the house's own. */
export type Look = {
  readonly logo: { readonly url: string; readonly small: string } | null;
  readonly light: Colour | null;
  readonly signal: Colour | null;
};

export const houseLook: Look = { logo: null, light: null, signal: null };

/** The grounds of the public site, from `tokens.css`: both colours are written on them. */
export const nightGrounds = ["#0b1020", "#10182e", "#172140", "#1f2b52"] as const;

export type UnreadableColour = {
  readonly reason: "unreadable";
  /** On the worst of the grounds. */
  readonly contrast: number;
  /** The nearest colour that can be read. */
  readonly nearest: Colour;
};

/** Why this colour cannot be one of the club's; undefined when it can be read on every ground (WCAG 2 AA). */
export function problemWithColour(colour: Colour): UnreadableColour | undefined {
  const nearest = readableOn(nightGrounds, colour, "#ffffff");
  if (nearest === colour) return undefined;
  const contrast = Math.min(...nightGrounds.map((ground) => contrastOf(colour, ground)));
  return { reason: "unreadable", contrast, nearest };
}

/** The house's own colours. */
export const houseColours = { light: "#ff8a4c", signal: "#38f2c0" } as const;

/** Colours that differ less are one colour to the eye: the button to press looks like what is chosen already. */
const leastDifference = 0.15;

/** Whether the two colours of a club look alike; one that is empty is the house's own. */
export function areAlike({ light, signal }: Pick<BrandContent, "light" | "signal">): boolean {
  const [one, other] = [light || houseColours.light, signal || houseColours.signal] as [Colour, Colour];
  return differenceOf(one, other) < leastDifference;
}

/** The look in a stored content; whatever in it cannot be understood is the house's own. */
export function lookOf(content: unknown): Look {
  if (typeof content !== "object" || content === null) return houseLook;
  const { logo_url: url, logo_sources: sources, light, signal } = content as Record<string, unknown>;
  const colour = (text: unknown) => (typeof text === "string" ? (readColour(text) ?? null) : null);
  const small = Array.isArray(sources) ? sources[0]?.url : undefined;
  return {
    logo: typeof url === "string" && typeof small === "string" ? { url, small } : null,
    light: colour(light),
    signal: colour(signal),
  };
}

/** The address of the logo as a square PNG; it changes with the picture. */
export function logoPath(look: Look): string | null {
  return look.logo === null ? null : `/club/logo.png?look=${encodeURIComponent(look.logo.url.slice(-12))}`;
}
