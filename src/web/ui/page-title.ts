import type { MetaDescriptor } from "react-router";

export type Match = { readonly loaderData?: unknown } | undefined;

/**
 * "Evenimente | Fosfor Summer Club": a screen's title and the club, as the layout around the screen has read it. The
 * club's name is content, so our texts do not contain it; without a layout the screen's title stands alone.
 */
export function pageTitle(matches: readonly Match[], screen: string): string {
  const club = clubName(matches);
  return club === undefined ? screen : `${screen} | ${club}`;
}

/** The club around a screen, where a layout has read it. */
export function clubName(matches: readonly Match[]): string | undefined {
  for (const match of matches) {
    const data = match?.loaderData as { view?: { club?: { fullName?: unknown } } } | null | undefined;
    const name = data?.view?.club?.fullName;
    if (typeof name === "string") return name;
  }
  return undefined;
}

type OfScreen = { readonly matches: readonly Match[] };

/** The `meta` of a screen that has only a title, which is read when it is shown, and these tags. */
export const titled =
  (screen: () => string, ...tags: MetaDescriptor[]) =>
  ({ matches }: OfScreen): MetaDescriptor[] => [{ title: pageTitle(matches, screen()) }, ...tags];
