import { data } from "react-router";

/**
 * Sends a form and, when no answer comes back or none that can be read, goes on with `otherwise`: the page stays as it
 * is, and with it everything that was typed. Redirects and refusals of the server pass as they are.
 */
export async function unlessUnanswered<Answer, Otherwise>(
  send: () => Promise<Answer>,
  otherwise: () => Otherwise,
) {
  try {
    return await send();
  } catch (failure) {
    // what the router passes on for the server is no Error: a Response, or its own kind of answer
    // 503: what stands on the page is not read anew, which would fail as well
    if (failure instanceof Error) return data(otherwise(), 503);
    throw failure;
  }
}
