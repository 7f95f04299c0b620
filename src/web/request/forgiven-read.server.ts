import type { RouterContextProvider } from "react-router";
import { pageFactsContext } from "./request-context.ts";

/**
 * A read that a page can do without: when it fails, the page is shown with the fallback, the failure is logged with the
 * page, and the result is not cached.
 */
export async function forgiven<T>(
  context: Readonly<RouterContextProvider>,
  read: Promise<T>,
  standIn: T,
): Promise<T> {
  try {
    return await read;
  } catch (failure) {
    context.get(pageFactsContext).failure ??= failure;
    return standIn;
  }
}
