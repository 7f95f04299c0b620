/** Sends a form whose answer replaces the page. "Back" from another document returns to this page. */
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
