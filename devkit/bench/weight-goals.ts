import { request } from "node:http";
import { type Browser, chromium } from "@playwright/test";
import { startSite } from "#test/support/site.ts";
import { type GoalResult, staysUnder, twoDigits } from "./goal.ts";
import { hydrateBundle } from "./hydrate-bundle.ts";

/** What a median page of a phone weighs (HTTP Archive, mobile, July 2025). */
const medianMobilePage = 2559 * 1024;

type Weight = { readonly scripts: number; readonly all: number };

/**
 * G4, G4b: the bytes a browser really fetches for a page on a first visit, as they travel (brotli), until it is idle;
 * scripts beside React's own hydrate bundle, everything but the hero picture beside the median page of a phone.
 */
export async function measureWeights(): Promise<GoalResult[]> {
  const bundle = await hydrateBundle();
  const site = await startSite({ LOG_LEVEL: "error" });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const list = await (await fetch(`${site.origin}/events?q=Fosforului`)).text();
    const [event] = /\/events\/[0-9a-f-]{36}/.exec(list) ?? ["/events"];
    const pages: [string, Weight][] = [];
    for (const path of ["/", "/events", event]) pages.push([path, await weigh(browser, site.origin, path)]);
    const scripts = pages.map(([path, { scripts: bytes }]): GoalResult => {
      const name = path === event ? "/events/{id}" : path;
      return {
        goal: "G4",
        what: `scripts of ${name}, beside J = ${kilobytes(bundle)}`,
        figure: kilobytes(bytes),
        ratio: `${twoDigits(bytes / bundle)} J`,
        wanted: "<= 1.6 J (2.0 at most)",
        met: staysUnder(bytes / bundle, 1.6),
        rounds: [{ J: bundle, scripts: bytes }],
      };
    });
    const all = pages.at(-1)?.[1].all ?? 0;
    return [
      ...scripts,
      {
        goal: "G4b",
        what: "everything of /events/{id} but the hero picture",
        figure: kilobytes(all),
        ratio: `${twoDigits(all / medianMobilePage)} of the median page of a phone`,
        wanted: "<= 0.08",
        met: staysUnder(all / medianMobilePage, 0.08),
        rounds: [{ all }],
      },
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const fetched: { url: string; type: string }[] = [];
  page.on("requestfinished", (one) => fetched.push({ url: one.url(), type: one.resourceType() }));
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const hero = await page.evaluate(
    () => document.querySelector<HTMLImageElement>("main img")?.currentSrc ?? "",
  );
  await context.close();
  const weights = await Promise.all(
    fetched
      .filter(({ url }) => url.startsWith(origin))
      .map(async ({ url, type }) => ({ url, type, bytes: await bytesOf(url) })),
  );
  const sum = (some: typeof weights) => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    scripts: sum(weights.filter(({ type }) => type === "script")),
    all: sum(weights.filter(({ url }) => url !== hero)),
  };
}

/** The body as it travels to a browser that takes brotli. */
function bytesOf(url: string): Promise<number> {
  return new Promise((done, fail) => {
    const asked = request(url, { headers: { "accept-encoding": "br, gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => (bytes += part.length));
      response.on("end", () => done(bytes));
    });
    asked.on("error", fail);
    asked.end();
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
