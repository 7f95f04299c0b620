import type { MetaDescriptor } from "react-router";

export type Match = { readonly loaderData?: unknown } | undefined;

/**
 * Returns "Evenimente | Fosfor Summer Club": the screen's title and the club's name from the layout's data. The
 * club's name is content, so our texts do not contain it. Without a layout it returns only the title.
 */
export function pageTitle(matches: readonly Match[], screen: string): string {
  const club = clubName(matches);
  return club === undefined ? screen : `${screen} | ${club}`;
}

/** Returns the club's name from the layout's data; undefined without a layout. */
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
export const metaOf =
  (screen: () => string, ...tags: MetaDescriptor[]) =>
  ({ matches }: OfScreen): MetaDescriptor[] => [{ title: pageTitle(matches, screen()) }, ...tags];
