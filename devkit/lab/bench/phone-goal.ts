import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { openLoopbackServer } from "#devkit/loopback-server.ts";
import { freePort, startSite } from "#test/support/site.ts";
import playwright from "../../../playwright.config.ts";
import { fromLab } from "../from-lab.ts";
import { type BenchRun, type GoalResult, medians, ms, type Round, twoDigits } from "./goal.ts";

const slowerProcessor = 4;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** P5: what a visitor's phone feels of the sample season's pages. */
export async function measurePhone({ rounds }: BenchRun): Promise<GoalResult[]> {
  const site = await startSite({ LOG_LEVEL: "error" });
  const list = await (await fetch(`${site.origin}/events?q=Fosforului`)).text();
  const night = /\/events\/[a-z][a-z0-9-]+/.exec(list)?.[0];
  if (!night) throw new Error("the season has no night to look at");
  const url = site.origin + night;
  const plain = await servePlain(site.origin, await (await fetch(url)).text());
  try {
    const speed: Round[] = [];
    const scores = new Map<string, Round[]>(Object.keys(pagesOf(night)).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      const [bare, page] = [await look(plain.url), await look(url)];
      const inp = await inBrowser((browser) => longestWait(browser, url));
      speed.push({ plain: bare.lcp, lcp: page.lcp, tbt: page.tbt, cls: page.cls, inp });
      for (const [name, path] of Object.entries(pagesOf(night)))
        scores.get(name)?.push(path === night ? page.scores : (await look(site.origin + path)).scores);
    }
    return [
      ...speedResults(speed),
      ...[...scores].map(([name, seen]) => scoreResult(name, seen)),
      ...(await weightResults(site.origin, night)),
    ];
  } finally {
    await plain.close();
    await site.stop();
  }
}

const goal = (what: string, figure: string, wanted: string, met: boolean, ratio = "-"): GoalResult => ({
  goal: "P5",
  what,
  figure,
  ratio,
  wanted,
  met,
  rounds: [],
});

function speedResults(speed: readonly Round[]): GoalResult[] {
  const { of, over } = medians(speed);
  const lcp = over("lcp", "plain");
  return [
    {
      ...goal(
        "LCP of a night's page (Lighthouse, phone), beside plain HTML with the same picture",
        `${ms(of("lcp"))} beside ${ms(of("plain"))}`,
        "<= 1.3 x",
        lcp <= 1.3,
        `${twoDigits(lcp)} x`,
      ),
      rounds: speed,
    },
    goal("TBT", ms(of("tbt")), "<= 200 ms", of("tbt") <= 200),
    goal("CLS", of("cls").toFixed(3), "<= 0.02", of("cls") <= 0.02),
    goal(
      `INP of choosing a type and a quantity, processor ${slowerProcessor} times slower`,
      ms(of("inp")),
      "<= 200 ms",
      of("inp") <= 200,
    ),
  ];
}

const pagesOf = (night: string) => ({ "/": "/", "/events": "/events", "/events/{name}": night });

/** What Lighthouse gives a page as a phone, of 100 each. */
function scoreResult(name: string, seen: readonly Round[]): GoalResult {
  const { of } = medians(seen);
  const [performance = 0, ...others] = categories.map(of);
  return {
    ...goal(
      `${name} in Lighthouse: ${categories.join(", ")}`,
      [performance, ...others].join(" / "),
      ">= 95 / 100 / 100 / 100",
      performance >= 95 && others.every((score) => score === 100),
    ),
    rounds: seen,
  };
}

async function weightResults(origin: string, night: string): Promise<GoalResult[]> {
  const J = await hydrateBundle();
  const results: GoalResult[] = [];
  for (const [name, path] of Object.entries(pagesOf(night))) {
    const { scripts, all } = await inBrowser((browser) => weigh(browser, origin + path));
    results.push(
      goal(
        `scripts of ${name}, beside J = ${kilobytes(J)}`,
        kilobytes(scripts),
        "<= 2.0 J",
        scripts <= 2 * J,
        `${twoDigits(scripts / J)} J`,
      ),
    );
    if (name === "/")
      results.push(goal("everything of / with its pictures", kilobytes(all), "<= 700 KB", all <= 700 * 1024));
  }
  return results;
}

/** A browser that was nowhere before. */
async function inBrowser<Seen>(work: (browser: Browser) => Promise<Seen>, ...args: string[]): Promise<Seen> {
  const { launchOptions } = playwright.use ?? {};
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), ...args],
  });
  return work(browser).finally(() => browser.close());
}

type Numbered = Readonly<
  Record<string, { readonly numericValue?: number; readonly score?: number | null } | undefined>
>;
/** What is used of Lighthouse. */
type Lighthouse = {
  default(
    url: string,
    options: object,
  ): Promise<
    | {
        readonly lhr: {
          readonly runtimeError?: { readonly code: string; readonly message: string };
          readonly audits: Numbered;
          readonly categories: Numbered;
        };
      }
    | undefined
  >;
};

/** One look at a page as a phone on a slow network; a busy machine's trace may lack its beginning, then one more. */
async function look(
  url: string,
  isSecond = false,
): Promise<{ lcp: number; tbt: number; cls: number; scores: Round }> {
  const port = await freePort();
  const lighthouse = await fromLab<Lighthouse>("lighthouse");
  const run = await inBrowser(
    () =>
      lighthouse.default(url, {
        port,
        output: "json",
        logLevel: "silent",
        onlyCategories: [...categories],
        // a demo asks search engines to stay away
        skipAudits: ["is-crawlable"],
      }),
    `--remote-debugging-port=${port}`,
  );
  if (run?.lhr.runtimeError?.code === "NO_NAVSTART" && !isSecond) return look(url, true);
  if (!run || run.lhr.runtimeError) throw new Error(`no look at ${url}: ${run?.lhr.runtimeError?.message}`);
  const { audits } = run.lhr;
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round(100 * (run.lhr.categories[name]?.score ?? 0))]),
  );
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    scores,
  };
}

/** The same first picture, in a page that is nothing else; the bytes come from the site. */
async function servePlain(origin: string, page: string): Promise<{ url: string; close(): Promise<void> }> {
  const picture = /<div class="event__art[^"]*">([\s\S]*?)<\/div>/.exec(page)?.[1];
  if (!picture) throw new Error("the night's page shows no picture where one was");
  const html = `<!doctype html><html lang="ro"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Noaptea</title><h1>Noaptea</h1>${picture}</html>`;
  const { origin: url, close } = await openLoopbackServer(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname !== "/") return fetch(origin + pathname);
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  });
  return { url: `${url}/`, close };
}

/** The longest time from a touch or a key to the next picture; 16 ms is the least that a browser tells. */
async function longestWait(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page: Page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerProcessor });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.push(one.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const more = page.locator("main .stepper button:last-child");
  const count = await more.count();
  if (count === 0) throw new Error("the night offers nothing to choose");
  for (let i = count - 1; i >= 0; i--) await more.nth(i).click();
  await page.locator("main select").first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(16, ...(window as unknown as { seen: number[] }).seen));
}

/** The bytes of a first visit as they travelled, until the browser is idle. */
async function weigh(browser: Browser, url: string): Promise<{ scripts: number; all: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const sizes: Promise<{ isScript: boolean; bytes: number }>[] = [];
  page.on("requestfinished", (request) =>
    sizes.push(
      request.sizes().then(({ responseBodySize }) => ({
        isScript: request.resourceType() === "script",
        bytes: responseBodySize,
      })),
    ),
  );
  await page.goto(url, { waitUntil: "networkidle" });
  const weights = await Promise.all(sizes);
  const sum = (some: typeof weights) => some.reduce((total, { bytes }) => total + bytes, 0);
  return { scripts: sum(weights.filter(({ isScript }) => isScript)), all: sum(weights) };
}

const entry = "virtual:hydrate-alone";
const code = `import { createElement } from "react"; import { hydrateRoot } from "react-dom/client"; hydrateRoot(document, createElement("html"));`;

/** J: what React needs to hydrate anything at all, built by the same tools from the same lockfile; bytes of brotli. */
async function hydrateBundle(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    plugins: [
      {
        name: "hydrate-alone",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const scripts = outputs.flatMap((one) => (one.type === "chunk" ? [one.code] : []));
  return brotliCompressSync(scripts.join("\n"), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
