import type { CSSProperties } from "react";
import { type Colour, mix, readColour } from "#kernel/colour.ts";
import type { Match } from "./page-title.ts";

/** The club's two colours: `light` is that of the sun, `signal` that of buttons. Null means Estival's own. */
export type BrandColours = { readonly light: string | null; readonly signal: string | null };

const night = "#0b1020";

/**
 * Returns the custom properties of `tokens.css` that a club's colours replace; undefined when there are none. A
 * stored colour reaches a style only here, and only in the form `#rrggbb`.
 */
export function brandStyle({ light, signal }: BrandColours): CSSProperties | undefined {
  const style = { ...lightStyle(colourOf(light)), ...signalStyle(colourOf(signal)) };
  return Object.keys(style).length > 0 ? style : undefined;
}

/** Returns the same style for the page's root, from the data that the layout has loaded. */
export function brandStyleOf(matches: readonly Match[]): CSSProperties | undefined {
  const club = clubOf(matches);
  return club?.look && brandStyle(club.look);
}

/** Returns the address of the club's own icon; undefined when the club uses Estival's. */
export function brandIconOf(matches: readonly Match[]): string | undefined {
  return clubOf(matches)?.icon ?? undefined;
}

type BrandedClub = { readonly look?: BrandColours; readonly icon?: string | null };

function clubOf(matches: readonly Match[]): BrandedClub | undefined {
  for (const match of matches) {
    const data = match?.loaderData as { view?: { club?: BrandedClub } } | null | undefined;
    if (data?.view?.club) return data.view.club;
  }
  return undefined;
}

function colourOf(text: unknown): Colour | undefined {
  return typeof text === "string" ? readColour(text) : undefined;
}

function lightStyle(light: Colour | undefined): CSSProperties {
  if (!light) return {};
  return {
    "--c-sun-1": light,
    "--c-sun-2": light,
    "--c-sun-3": light,
    "--c-gold": light,
    "--g-sunset": `linear-gradient(${light}, ${light})`,
  };
}

function signalStyle(signal: Colour | undefined): CSSProperties {
  if (!signal) return {};
  return {
    "--c-phosphor": signal,
    "--c-phosphor-dim": mix(signal, night, 0.82),
    "--c-on-phosphor": night,
    "--c-ok": signal,
    "--c-ok-ground": mix(signal, night, 0.86),
    "--c-ok-line": signal,
    "--c-focus": signal,
  };
}
