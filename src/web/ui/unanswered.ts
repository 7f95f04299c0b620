import { data } from "react-router";

/**
 * Sends a form and, when no answer comes or it cannot be read, goes on with `otherwise`: the page stays as it is, with
 * everything that was typed. Redirects and refusals of the server pass unchanged.
 */
export async function unlessUnanswered<Answer, Otherwise>(
  send: () => Promise<Answer>,
  otherwise: () => Otherwise,
) {
  try {
    return await send();
  } catch (failure) {
    // a Response, or the router's own error answer, is no Error and passes; status 503 keeps the router from reading
    // the page's data again, which would fail too
    if (failure instanceof Error) return data(otherwise(), 503);
    throw failure;
  }
}
