import { type BrowserContext, test as base, type Page } from "@playwright/test";

/** What a browser complained of, and what of it was meant to happen. */
export type Complaints = {
  /** Answers of this status are part of the test: a form refused, a page that is not there. */
  expectStatus(status: number): void;
  /** Requests to such addresses get no answer: the test sees to it. */
  expectFailure(address: RegExp): void;
};

/**
 * A test in which nobody looks away: an error on the console, an exception, a broken rule of the content security
 * policy, a request that failed, an answer from 400 on that was not announced fails it at its end.
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
          !(/net::ERR_|^failed: /.test(text) && unanswered.some((address) => address.test(text))),
      );
      if (unmeant.length > 0)
        throw new Error(`the browser complained:\n${unmeant.map(({ text }) => text).join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/**
 * The scripts of a page come after its picture (web/late-start.ts), and a hand that is quicker gets what works without
 * them. A test means the page that has them: an address is opened when React has taken its elements over.
 */
function awaitScripts(page: Page): void {
  const open = page.goto.bind(page);
  page.goto = async (...address) => {
    const answer = await open(...address);
    await untilTakenOver(page);
    return answer;
  };
}

/** Where a link or a form of another site has led: the page there is taken over as well. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.querySelector('script[type="text/x-late-module"]')) return true;
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
    // letters are shown in a frame without scripts, and the one it stops is the test driver's own
    if (/^Blocked script execution in '(?:[^']*\/_demo\/mail\/|about:)/.test(message.text())) return;
    // the browser's own words for an answer, or the router's for a manifest it could not fetch
    const status = /(?:status of|manifest patches Error:) (\d{3})/.exec(message.text())?.[1];
    note(`console: ${message.text()} (${message.location().url})`, status ? Number(status) : null);
  });
  context.on("weberror", (failure) => note(`exception: ${failure.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // what a page was still asking for when one left it
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
