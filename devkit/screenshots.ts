/**
 * Takes pictures of every screen at the width of a phone and of a laptop, into the ignored folder screenshots/: `office-*`
 * is the back-office of a site of its own with the sample season; `letter-*` is every email, light and dark; the rest is
 * every screen of the gallery in all its states.
 *
 *     npm run screenshots [office] [gallery] [letters]      without a word: all
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startSite } from "#test/support/site.ts";
import { logIn } from "#test/support/visitor.ts";
import playwright from "../playwright.config.ts";
import { letterSamples } from "./gallery/letter-samples.ts";
import { demoAccounts } from "./season/demo-accounts.ts";

const folder = join(import.meta.dirname, "..", "screenshots");
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const words = process.argv.slice(2);
const isWanted = (part: "office" | "gallery" | "letters") => words.length === 0 || words.includes(part);

type Take = (page: Page, name: string) => Promise<void>;

/** Errors of the screens' scripts, and screens whose content is wider than the window. */
const problems: string[] = [];

await mkdir(folder, { recursive: true });
const site = await startSite();
try {
  const browser = await chromium.launch(playwright.use?.launchOptions);
  const walks = [
    ...(isWanted("office") ? [asAdministrator] : []),
    ...(isWanted("gallery") ? [throughGallery] : []),
    ...(isWanted("letters") ? [throughLetters] : []),
  ];
  for (const size of sizes) for (const walk of walks) await walkThrough(browser, size, walk);
  await browser.close();
} finally {
  await site.stop();
}
for (const line of problems) console.log(line);
process.exitCode = problems.length > 0 ? 1 : 0;
console.log(`Capturile sunt în ${folder}`);

/** Takes one walk's pictures, in a fresh browser context. */
async function walkThrough(
  browser: Browser,
  size: { width: number; height: number },
  walk: (page: Page, take: Take) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    baseURL: site.origin,
    reducedMotion: "reduce",
    locale: "ro-RO",
    timezoneId: "Europe/Bucharest",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (failure) => problems.push(`${page.url()} ${size.width}: ${failure.message}`));
  await walk(page, async (shown, name) => {
    await seeWholePage(shown);
    await shown.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true });
    const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) problems.push(`${name} ${size.width}: ${overflow} px wider than the screen`);
  });
  await context.close();
}

async function throughLetters(page: Page, take: Take): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [name, html] of Object.entries(letterSamples)) {
      await page.setContent(html);
      await take(page, `letter-${name}-${colorScheme}`);
    }
  }
}

async function asAdministrator(page: Page, take: Take): Promise<void> {
  // before the sign-in: the one public screen that the gallery does not draw
  await page.goto("/termeni");
  await take(page, "terms");
  const account = demoAccounts.find(({ key }) => key === "admin");
  await logIn(page, account?.email ?? "", account?.password ?? "");
  const screens =
    "events events/new artists artists/new tickets tickets/new abonamente email email/templates email/config email/outbox content content/footer content/legal/terms status status/ready status/stops reconciliation security reports purchases notifications";
  for (const path of ["", ...screens.split(" ").map((screen) => `/${screen}`)]) {
    await page.goto(`/admin${path}`);
    await take(page, `office${path.replaceAll("/", "-")}`);
  }
  for (const list of ["events", "artists", "tickets"]) {
    await page.goto(`/admin/${list}`);
    const first = page.locator(`main a[href^="/admin/${list}/"]:not([href$="/new"])`).first();
    await page.goto((await first.getAttribute("href")) ?? "");
    await take(page, `office-${list}-one`);
  }
}

async function throughGallery(page: Page, take: Take): Promise<void> {
  await page.goto("/_demo/screens");
  const names = await page
    .locator("[data-screen]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("data-screen") ?? ""));
  for (const name of names) {
    await page.goto(`/_demo/screens/${name}`);
    await take(page, name);
  }
  await page.goto("/_demo/ui");
  await take(page, "ui");
}

/** Lazy pictures come only when one scrolls to them; one in a closed menu or far along a carousel never does. */
async function seeWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
    const timeout = new Promise((resolve) => setTimeout(resolve, 1500));
    const decoded = [...document.images].map((image) => image.decode().catch(() => {}));
    await Promise.race([timeout, Promise.all(decoded)]);
    await document.fonts.ready;
  });
}
