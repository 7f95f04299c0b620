import type { ComponentType, ReactElement } from "react";

/** Screens with sample data, by their name. */
export type Samples = Record<string, () => ReactElement>;

/** The same page, each time with what it is given. */
export function screensOf<Props extends object>(
  Page: ComponentType<Props>,
  given: Record<string, Props>,
): Samples {
  return Object.fromEntries(Object.entries(given).map(([name, props]) => [name, () => <Page {...props} />]));
}
