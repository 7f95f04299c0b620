import type { ShouldRevalidateFunction } from "react-router";

/**
 * Loads the page's data again after an answer that says that the page is out of date. The router does so only after a
 * success, and the form would keep a price that is refused each time.
 */
export const loadAfterRefusal: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus === 409;
