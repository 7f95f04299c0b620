import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { freePort } from "#test/support/site.ts";

export const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/**
 * A demo asks search engines to stay away (robots.txt), which is right and would cost every page a third of its points;
 * that production lets them in is shown by test/attacks/production-mode.test.ts.
 */
const ofDemoAlone = ["is-crawlable"];

/** One look at a page as a phone on a slow network, in a browser that was nowhere before. */
export async function lookAsPhone(url: string, categories: readonly string[]): Promise<Result> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      `--remote-debugging-port=${port}`,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
    ],
  });
  try {
    const run = await lighthouse(url, {
      port,
      output: "json",
      onlyCategories: [...categories],
      skipAudits: ofDemoAlone,
      logLevel: "silent",
    });
    if (!run || run.lhr.runtimeError) throw new Error(`no look at ${url}: ${run?.lhr.runtimeError?.message}`);
    return run.lhr;
  } finally {
    await browser.close();
  }
}
