import type { Match } from "#web/ui/page-title.ts";

/**
 * What stands around a screen. `low-foot`: the footer is its legal line alone, from the order to its tickets. `to-pay`: the
 * header is its mark alone as well, while what was chosen waits behind a form. There nothing leads away.
 */
export type FrameOfScreen = "whole" | "low-foot" | "to-pay";

/** The frame of the innermost of these screens, by what it shows and by its address. */
export function frameOfScreen(matches: readonly (Match & { readonly pathname: string })[]): FrameOfScreen {
  const screen = matches.at(-1);
  const shown = screen?.loaderData as { chosen?: unknown } | null | undefined;
  if (typeof shown === "object" && shown?.chosen) return "to-pay";
  return /^\/(?:checkout\/|orders\/|tickets\/success$)/.test(screen?.pathname ?? "") ? "low-foot" : "whole";
}

/** The screen itself says what is held: the night of the order, and the page of an offer. */
export function tellsOfHold(matches: readonly Match[]): boolean {
  const shown = matches.at(-1)?.loaderData as
    | { hold?: unknown; view?: { open?: unknown } }
    | null
    | undefined;
  return Boolean(shown?.hold || shown?.view?.open);
}
