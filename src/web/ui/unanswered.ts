import { data, isRouteErrorResponse } from "react-router";

/**
 * Sends a form and, when no answer comes or it cannot be read, goes on with `otherwise`: the page stays as it is, with
 * everything that was typed. So it does for a network over its limit, whose sentence `otherwise` gets. Redirects and refusals
 * of the server pass unchanged.
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
    // a Response, or the router's own error answer, is no Error and passes; status 503 keeps the router from reading
    // the page's data again, which would fail too
    if (failure instanceof Error) return data(otherwise(), 503);
    throw failure;
  }
}
