import { type BrowserContext, test as base, type Page } from "@playwright/test";

/** The errors of a browser, and which of them are expected. */
export type Complaints = {
  /** Answers of this status are part of the test: a refused form, a missing page. */
  expectStatus(status: number): void;
  /** Requests to such addresses get no answer: the test does that. */
  expectFailure(address: RegExp): void;
};

/**
 * A test that fails at its end on every error on the console, exception, violation of the content security policy,
 * failed request, or unexpected answer from 400 on.
 */
export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ context, javaScriptEnabled }, use) => {
      const expected = new Set<number>();
      const unanswered: RegExp[] = [];
      const seen = listen(context, javaScriptEnabled ? "runs" : "is off");
      if (javaScriptEnabled) context.on("page", awaitScripts);
      await use({
        expectStatus: (status) => expected.add(status),
        expectFailure: (address) => unanswered.push(address),
      });
      const unmeant = seen.filter(
        ({ status, text }) =>
          !(status !== null && expected.has(status)) &&
          !(
            /net::ERR_|^failed: |Failed to fetch/.test(text) &&
            unanswered.some((address) => address.test(text))
          ),
      );
      if (unmeant.length > 0)
        throw new Error(`the browser complained:\n${unmeant.map(({ text }) => text).join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/**
 * A click that is faster than the scripts of a page gets the behaviour without them. Tests need the page with them, so
 * an address counts as opened when React has hydrated it.
 */
function awaitScripts(page: Page): void {
  const open = page.goto.bind(page);
  page.goto = async (...address) => {
    const answer = await open(...address);
    await untilTakenOver(page);
    return answer;
  };
}

/** Waits for hydration after a link or a form led to another page. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.querySelector('script[type="module"]')) return true;
    const taken = document.querySelector("body > :not(script)");
    return Object.keys(taken ?? {}).some((name) => name.startsWith("__reactFiber"));
  });
}

type Complaint = { text: string; status: number | null };

function listen(context: BrowserContext, script: "runs" | "is off"): Complaint[] {
  const seen: Complaint[] = [];
  const note = (text: string, status: number | null = null) => seen.push({ text, status });
  context.on("console", (message) => {
    if (message.type() !== "error" && !/Content Security Policy/i.test(message.text())) return;
    // Emails are shown in a frame without scripts; the blocked script is the test driver's own.
    if (/^Blocked script execution in '(?:[^']*\/_demo\/mail\/|about:)/.test(message.text())) return;
    // The browser's own message about an answer, or the router's about a manifest that it could not fetch.
    const status = /(?:status of|manifest patches Error:) (\d{3})/.exec(message.text())?.[1];
    note(`console: ${message.text()} (${message.location().url})`, status ? Number(status) : null);
  });
  context.on("weberror", (failure) => note(`exception: ${failure.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Requests of a page that were in progress when it was left.
    if (reason === "net::ERR_ABORTED") return;
    if (script === "is off" && request.url().endsWith(".js")) return;
    note(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400)
      note(`${response.status()}: ${response.request().method()} ${response.url()}`, response.status());
  });
  return seen;
}
