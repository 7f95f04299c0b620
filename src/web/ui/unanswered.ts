import { data, isRouteErrorResponse } from "react-router";

/**
 * Sends a form. When no readable answer comes, or the network is over its limit (429), it returns `otherwise`, so
 * that the page stays with everything that was typed. `otherwise` gets the sentence of the 429. Other answers of the
 * server pass unchanged.
 */
export async function unlessUnanswered<Answer, Otherwise>(
  send: () => Promise<Answer>,
  otherwise: (tooMany?: string) => Otherwise,
) {
  try {
    return await send();
  } catch (failure) {
    if (isRouteErrorResponse(failure) && failure.status === 429 && typeof failure.data === "string")
      return data(otherwise(failure.data), 429);
    // a Response or the router's own error answer is no Error and passes; status 503 keeps the router from loading
    // the page's data again, which would fail too
    if (failure instanceof Error) return data(otherwise(), 503);
    throw failure;
  }
}
