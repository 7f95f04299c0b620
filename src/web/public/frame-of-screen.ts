import type { Match } from "#web/ui/page-title.ts";

/**
 * The frame around a screen. `low-foot`: the footer is only its legal line, on an order's pages. `to-pay`: the header
 * is also only the logo, while chosen tickets wait behind a form. Then no link leads away.
 */
export type FrameOfScreen = "whole" | "low-foot" | "to-pay";

/** Returns the frame of the innermost screen, by its loader data and its address. */
export function frameOfScreen(matches: readonly (Match & { readonly pathname: string })[]): FrameOfScreen {
  const screen = matches.at(-1);
  const shown = screen?.loaderData as { chosen?: unknown } | null | undefined;
  if (typeof shown === "object" && shown?.chosen) return "to-pay";
  return /^\/(?:checkout\/|orders\/|tickets\/success$)/.test(screen?.pathname ?? "") ? "low-foot" : "whole";
}

/** Whether the screen itself shows the hold: the order's night or an offer's page. */
export function showsHold(matches: readonly Match[]): boolean {
  const shown = matches.at(-1)?.loaderData as
    | { hold?: unknown; view?: { open?: unknown } }
    | null
    | undefined;
  return Boolean(shown?.hold || shown?.view?.open);
}
