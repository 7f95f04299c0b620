import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";

/** The HTML of the server, which is all there is without a script. */
export function renderScreen(screen: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element: screen }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
