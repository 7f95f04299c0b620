/**
 * Sends a form that may be answered by a redirect to another document, for example the card page. The browser opens
 * that as usual, so that "Back" returns to this page.
 */
export async function leavingPageBehind<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (answer) {
    const to = answer instanceof Response && isOtherDocument(answer) ? answer.headers.get("location") : null;
    if (to === null) throw answer;
    location.assign(to);
    // keep the form busy until the browser leaves the page
    return new Promise(() => {});
  }
}

/** `redirectDocument` sets this header. */
function isOtherDocument({ headers }: Response): boolean {
  return headers.has("X-Remix-Reload-Document");
}
