import type { RouterContextProvider } from "react-router";
import { pageFactsContext } from "./request-context.ts";

/**
 * Waits for a read that the page can do without. When the read fails, it returns the fallback, logs the failure with
 * the page's address, and keeps the page out of the cache.
 */
export async function readOrElse<T>(
  context: Readonly<RouterContextProvider>,
  read: Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await read;
  } catch (failure) {
    context.get(pageFactsContext).failure ??= failure;
    return fallback;
  }
}
