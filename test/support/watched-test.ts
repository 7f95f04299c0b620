import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";

/** The errors of a browser, and which of them are expected. */
export type Complaints = {
  /** Answers of this status are part of the test: a refused form, a missing page. */
  expectStatus(status: number): void;
  /** Requests to such addresses get no answer: the test does that. */
  expectFailure(address: RegExp): void;
  /** Another browser's errors are the test's too. */
  watch(context: BrowserContext, script: "runs" | "is off"): Promise<void>;
};

/** A page of another person, in a browser of their own, as this test's; the test closes it. */
type OtherPerson = (options?: BrowserContextOptions) => Promise<Page>;

/**
 * A test that fails at its end on every error on the console, exception, violation of the content security policy,
 * failed request, or unexpected answer from 400 on.
 */
export const test = base.extend<{ complaints: Complaints; newPerson: OtherPerson }>({
  newPerson: async ({ browser, complaints, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      opened.push(context);
      await complaints.watch(context, (options.javaScriptEnabled ?? javaScriptEnabled) ? "runs" : "is off");
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
  complaints: [
    async ({ context, javaScriptEnabled }, use) => {
      const expected = new Set<number>();
      const unanswered: RegExp[] = [];
      const seen: Complaint[] = [];
      const watch: Complaints["watch"] = async (watched, script) => {
        listen(watched, script, seen);
        if (script === "runs") watched.on("page", awaitScripts);
        else withoutScript.add(watched);
        await watched.addInitScript(keepMessages);
      };
      await watch(context, javaScriptEnabled ? "runs" : "is off");
      await use({
        expectStatus: (status) => expected.add(status),
        expectFailure: (address) => unanswered.push(address),
        watch,
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

declare global {
  interface Window {
    /** The messages at the foot of this page that no test has waited for yet. */
    saidHere?: string[];
  }
}

function keepMessages(): void {
  const said: string[] = [];
  window.saidHere = said;
  const seen = new WeakSet<Node>();
  new MutationObserver(() => {
    for (const shown of document.querySelectorAll(".toasts > .toast")) {
      if (seen.has(shown)) continue;
      seen.add(shown);
      // React marks what it makes before it shows it; a message of the page's HTML is one that it shows anew
      if (Object.keys(shown).some((name) => name.startsWith("__reactFiber")))
        said.push(shown.querySelector("span > span")?.textContent ?? "");
    }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Waits until the page has said this at its foot, where a success stays for two seconds: it may have gone meanwhile. Each
 * message counts once, so that the one of an earlier act is not taken for the next one's.
 */
export async function says(
  page: Page,
  words: string | RegExp,
  options: { readonly timeout?: number } = {},
): Promise<void> {
  const [source, flags] = typeof words === "string" ? [escaped(words), ""] : [words.source, words.flags];
  await expect
    .poll(
      () =>
        page
          .evaluate(
            ([wanted, how]) => {
              const said = window.saidHere ?? [];
              const at = said.findIndex((one) => new RegExp(wanted, how).test(one));
              return at < 0 ? `only: ${JSON.stringify(said)}` : said.splice(at, 1)[0];
            },
            [source, flags] as const,
          )
          // the page may be on its way to another one
          .catch(() => "nothing yet"),
      { message: `the page says ${words}`, ...options },
    )
    .not.toMatch(/^only: |^nothing yet$/);
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A click that is faster than the scripts of a page gets the behaviour without them. Tests need the page with them, so
 * an address counts as opened when React has hydrated it.
 */
function awaitScripts(page: Page): void {
  const [open, again] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...address) => {
    const answer = await open(...address);
    await untilTakenOver(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await again(options);
    if (options?.waitUntil !== "domcontentloaded") await untilTakenOver(page);
    return answer;
  };
}

const withoutScript = new WeakSet<BrowserContext>();

/** Waits for hydration after a link or a form led to another page. */
export async function untilTakenOver(page: Page): Promise<void> {
  if (withoutScript.has(page.context())) return;
  await page.waitForFunction(() => {
    if (!document.querySelector('script[type="module"]')) return true;
    // React marks elements while it still works through the page; its root says when the whole page is done
    const root = Object.entries(document).find(([name]) => name.startsWith("__reactContainer"))?.[1];
    if (root) return root.stateNode.current.memoizedState.isDehydrated === false;
    const taken = document.querySelector("body > :not(script)");
    return Object.keys(taken ?? {}).some((name) => name.startsWith("__reactFiber"));
  });
}

type Complaint = { text: string; status: number | null };

function listen(context: BrowserContext, script: "runs" | "is off", seen: Complaint[]): void {
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
}
