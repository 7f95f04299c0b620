/**
 * Takes pictures of the whole site at the width of a phone and of a laptop, into the ignored folder screenshots/:
 * `site-*` are the screens of a real evening on a site of its own with the sample season, bought and admitted for real,
 * and the back-office; `letter-*` is every email, light and dark; the rest is every screen of the gallery in all its states.
 *
 *     npm run screenshots [site] [gallery] [letters]      without a word: all
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startSite } from "#test/support/site.ts";
import {
  cards,
  demoLogins,
  letterTo,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import playwright from "../playwright.config.ts";
import { letterSamples } from "./gallery/letter-samples.ts";
import { demoAccounts } from "./season/demo-accounts.ts";

const folder = join(import.meta.dirname, "..", "screenshots");
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const words = process.argv.slice(2);
const isWanted = (part: "site" | "gallery" | "letters") => words.length === 0 || words.includes(part);

type Take = (page: Page, name: string) => Promise<void>;

/** What a screen does wrong: errors of its scripts, and what is wider than it. */
const wrong: string[] = [];

await mkdir(folder, { recursive: true });
const site = await startSite();
try {
  const browser = await chromium.launch(playwright.use?.launchOptions);
  const walks = [
    ...(isWanted("site") ? [asVisitor, asCustomer, asGateStaff, asAdministrator] : []),
    ...(isWanted("gallery") ? [throughGallery] : []),
    ...(isWanted("letters") ? [throughLetters] : []),
  ];
  for (const size of sizes) for (const walk of walks) await walkThrough(browser, size, walk);
  await browser.close();
} finally {
  await site.stop();
}
for (const line of wrong) console.log(line);
process.exitCode = wrong.length > 0 ? 1 : 0;
console.log(`Capturile sunt în ${folder}`);

/** One person's way through the site, in a browser that was nowhere before. */
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
  page.on("pageerror", (failure) => wrong.push(`${page.url()} ${size.width}: ${failure.message}`));
  await walk(page, async (shown, name) => {
    await seeWholePage(shown);
    await shown.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true });
    const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wrong.push(`${name} ${size.width}: ${overflow} px wider than the screen`);
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

async function asVisitor(page: Page, take: Take): Promise<void> {
  const screens = {
    home: "/",
    events: "/events",
    "events-none": "/events?q=nicaieri",
    tickets: "/tickets",
    "season-pass": "/season-pass",
    terms: "/termeni",
    login: "/login",
    register: "/register",
    forgot: "/login?mode=forgot",
    reset: "/reset-password?token=x",
    missing: "/nicaieri",
  };
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(path);
    await take(page, `site-${name}`);
  }
  await page.goto("/register");
  await page.getByRole("button", { name: "Creează contul" }).click();
  await page.getByText("Numele complet este obligatoriu").waitFor();
  await take(page, "site-register-errors");
  await openNight(page, "Eclipsa");
  await take(page, "site-event-anonymous");
  await openNight(page, "Balul de la Plajă");
  await take(page, "site-event-soldout");
  await openNight(page, "Vinil și Valuri");
  await take(page, "site-event-past");
  await page.goto("/");
  await page.locator('a[href^="/artists/"]').first().click();
  await page.waitForURL("**/artists/*");
  await take(page, "site-artist");
}

async function asCustomer(page: Page, take: Take): Promise<void> {
  const email = await newCustomer(page, site);
  await page.goto("/profile");
  await take(page, "site-profile-empty");
  await openNight(page, "Ultima Lumină");
  await numberOf(page, "Intrare generală").selectOption("2");
  await numberOf(page, "Cuplu").selectOption("1");
  await take(page, "site-event");
  await payButton(page).click();
  await page.getByRole("heading", { name: "Plătește cu cardul" }).waitFor();
  await take(page, "site-card-page");
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await page.getByText("Locurile tale sunt rezervate încă").first().waitFor();
  await take(page, "site-event-hold");
  const pay = await page.getByRole("link", { name: /^Continuă plata: / }).getAttribute("href");
  await page.goto((pay ?? "").replace(/\/pay$/, ""));
  await page.getByRole("heading", { name: "Mai vrei locurile?" }).waitFor();
  await take(page, "site-checkout");
  await page.getByRole("link", { name: /^Continuă plata: / }).click();
  await payWith(page, cards.declined);
  await page.getByRole("alert").waitFor();
  await take(page, "site-card-declined");
  await payWith(page, cards.good);
  await page
    .getByRole("article", { name: /^Bilet FSC-/ })
    .first()
    .waitFor();
  await take(page, "site-success");
  await page.goto("/profile");
  await take(page, "site-profile-bought");
  await page.goto("/tickets");
  await take(page, "site-tickets-customer");
  await page.goto("/tickets/success");
  await take(page, "site-success-generic");
  await letterTo(page.request, email, /^Biletele tale/);
  await page.context().clearCookies();
  await logIn(page, demoLogins.customer.email, demoLogins.customer.password);
  for (const [name, path] of [
    ["profile", "/profile"],
    ["profile-orders", "/profile?section=orders"],
    ["profile-edit", "/profile?edit=1"],
    ["mailbox", "/_demo/mail"],
  ] as const) {
    await page.goto(path);
    await take(page, `site-${name}`);
  }
  await page
    .getByRole("link", { name: /^Biletele tale/ })
    .first()
    .click();
  await page.getByRole("heading", { name: /^Biletele tale/ }).waitFor();
  await take(page, "site-letter");
}

async function asGateStaff(page: Page, take: Take): Promise<void> {
  await newCustomer(page, site);
  await openNight(page, "Noaptea Fosforului");
  await numberOf(page, "Cuplu").selectOption("1");
  await payButton(page).click();
  await payWith(page, cards.good);
  const card = page.getByRole("article", { name: /^Bilet FSC-/ });
  const words = (await card.textContent()) ?? "";
  const [, code = "", group = ""] = /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(words) ?? [];
  await page.context().clearCookies();
  await logIn(page, demoLogins.gate.email, demoLogins.gate.password);
  await page.goto("/gate");
  await take(page, "site-gate-choose");
  await page.getByRole("button", { name: "Începe" }).click();
  await page.getByLabel("Codul de pe bilet").waitFor();
  await take(page, "site-gate");
  await present(page, code, group);
  await take(page, "site-gate-admitted");
  await page.getByRole("button", { name: "încă 1" }).click();
  await page.getByText(/^0\s*intrări rămase/).waitFor();
  await take(page, "site-gate-admitted-all");
  await page.getByRole("link", { name: "Următorul" }).click();
  await present(page, code, group);
  await page.getByText("Bilet deja folosit").waitFor();
  await take(page, "site-gate-refused");
  await page.getByRole("link", { name: "Următorul" }).click();
  await page.getByLabel("Codul de pe bilet").waitFor();
  await take(page, "site-gate-later");
}

async function present(page: Page, code: string, group: string): Promise<void> {
  await page.getByLabel("Codul de pe bilet").fill(code);
  await page.getByLabel("Grupa de control").fill(group);
  await page.getByRole("button", { name: "Verifică" }).click();
  await page.getByRole("alert").waitFor();
}

async function asAdministrator(page: Page, take: Take): Promise<void> {
  const account = demoAccounts.find(({ key }) => key === "admin");
  await logIn(page, account?.email ?? "", account?.password ?? "");
  const screens =
    "events events/new artists artists/new tickets tickets/new abonamente email email/templates email/config email/outbox content content/footer content/legal/terms status status/ready status/stops reconciliation security reports purchases notifications";
  for (const path of ["", ...screens.split(" ").map((screen) => `/${screen}`)]) {
    await page.goto(`/admin${path}`);
    await take(page, `site-admin${path.replaceAll("/", "-")}`);
  }
  for (const list of ["events", "artists", "tickets"]) {
    await page.goto(`/admin/${list}`);
    const first = page.locator(`main a[href^="/admin/${list}/"]:not([href$="/new"])`).first();
    await page.goto((await first.getAttribute("href")) ?? "");
    await take(page, `site-admin-${list}-one`);
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
