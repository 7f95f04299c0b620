import type { ComponentType, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";

/** The HTML of the server, which is all there is without a script. */
export function renderScreen(screen: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element: screen }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** Screens with sample data, by their name. */
export type Samples = Record<string, () => ReactElement>;

/** One screen for each set of props of the same page. */
export function screensOf<Props extends object>(
  Page: ComponentType<Props>,
  propsByName: Record<string, Props>,
): Samples {
  return Object.fromEntries(
    Object.entries(propsByName).map(([name, props]) => [name, () => <Page {...props} />]),
  );
}
