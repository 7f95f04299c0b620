/**
 * The sidebar is 250 px wide, or 80 px when folded. A cookie remembers it, so that the server renders it that way.
 */
export type SideWidth = "wide" | "narrow";

export function readSideWidth(cookies: string): SideWidth {
  return /(?:^|;\s*)office-side=narrow(?:;|$)/.test(cookies) ? "narrow" : "wide";
}

/** A year, in seconds. */
export const sideWidthSeconds = 31_536_000;

export function sideWidthCookie(width: SideWidth): string {
  return `office-side=${width}; Path=/admin; Max-Age=${sideWidthSeconds}; SameSite=Lax`;
}
