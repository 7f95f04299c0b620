/**
 * Sends a form that replaces its page by the answer. Where the answer leads to another document, the page stays behind in
 * the history, so that "back" finds it.
 */
export async function leavingPageBehind<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (answer) {
    const to = answer instanceof Response && isOtherDocument(answer) ? answer.headers.get("location") : null;
    if (to === null) throw answer;
    location.assign(to);
    // the form is busy until the page is left
    return new Promise(() => {});
  }
}

/** As `redirectDocument` marks it. */
function isOtherDocument({ headers }: Response): boolean {
  return headers.has("X-Remix-Reload-Document");
}
