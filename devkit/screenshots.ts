/**
 * Takes pictures of the whole site at the width of a phone and of a laptop, into the ignored folder screenshots/:
 * `site-*` are the screens of a real evening on a site of its own with the sample season, bought and admitted for real;
 * the rest is every screen of the gallery in all its states.
 *
 *     npm run screenshots [site]      with "site" the gallery is left out
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startSite } from "#test/support/site.ts";
import {
  cards,
  demoLogins,
  letterTo,
  logIn,
  newCustomer,
  openNight,
  payWith,
} from "#test/support/visitor.ts";

const folder = join(import.meta.dirname, "..", "screenshots");
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const chromiumFlags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

await mkdir(folder, { recursive: true });
const site = await startSite();
try {
  const browser = await chromium.launch({
    ...(existsSync(chromiumPath) ? { executablePath: chromiumPath } : {}),
    args: chromiumFlags,
  });
  for (const size of sizes) await takeEvening(browser, size);
  await browser.close();
  if (process.argv[2] !== "site") process.exitCode = await takeGallery();
} finally {
  await site.stop();
}
console.log(`Capturile sunt în ${folder}`);

async function takeEvening(browser: Browser, size: { width: number; height: number }): Promise<void> {
  const open = async (work: (page: Page) => Promise<void>) => {
    const context: BrowserContext = await browser.newContext({
      viewport: size,
      baseURL: site.origin,
      reducedMotion: "reduce",
      locale: "ro-RO",
      timezoneId: "Europe/Bucharest",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await work(page);
    await context.close();
  };
  const take = (page: Page, name: string) => picture(page, `site-${name}-${size.width}`);
  await open((page) => asVisitor(page, take));
  await open((page) => asCustomer(page, take));
  await open((page) => asDoorStaff(page, take));
}

type Take = (page: Page, name: string) => Promise<void>;

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
    await take(page, name);
  }
  await page.goto("/register");
  await page.getByRole("button", { name: "Creează contul" }).click();
  await page.getByText("Numele complet este obligatoriu").waitFor();
  await take(page, "register-errors");
  await openNight(page, "Eclipsa");
  await take(page, "event-anonymous");
  await openNight(page, "Balul de la Plajă");
  await take(page, "event-soldout");
  await openNight(page, "Vinil și Valuri");
  await take(page, "event-past");
  await page.goto("/");
  await page.getByRole("link", { name: "Mareea Verde" }).first().click();
  await page.getByRole("heading", { name: "Mareea Verde", level: 1 }).waitFor();
  await take(page, "artist");
}

async function asCustomer(page: Page, take: Take): Promise<void> {
  const email = await newCustomer(page);
  await page.goto("/profile");
  await take(page, "profile-empty");
  await openNight(page, "Noaptea Fosforului");
  await page.getByRole("radio", { name: /^Cuplu/ }).check();
  await page.getByLabel("Cantitate").selectOption("2");
  await take(page, "event");
  await page.getByRole("button", { name: /^Plătește/ }).click();
  await page.getByRole("heading", { name: "Plătește cu cardul" }).waitFor();
  await take(page, "card-page");
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await page.getByText("Locurile tale sunt rezervate încă").first().waitFor();
  await take(page, "event-hold");
  await page.getByRole("link", { name: /^Continuă plata: / }).click();
  await page.getByRole("heading", { name: "Mai vrei locurile?" }).waitFor();
  await take(page, "checkout");
  await page.getByRole("link", { name: /^Continuă plata: / }).click();
  await payWith(page, cards.declined);
  await page.getByRole("alert").waitFor();
  await take(page, "card-declined");
  await payWith(page, cards.good);
  await page.getByRole("article", { name: /^Bilet FSC-/ }).waitFor();
  await take(page, "success");
  await page.goto("/tickets");
  await take(page, "tickets-customer");
  await page.goto("/tickets/success");
  await take(page, "success-generic");
  await letterTo(page.request, email, /^Biletul tău/);
  await page.context().clearCookies();
  await logIn(page, demoLogins.customer.email, demoLogins.customer.password);
  for (const [name, path] of [
    ["profile", "/profile"],
    ["profile-orders", "/profile?section=orders"],
    ["profile-edit", "/profile?edit=1"],
    ["mailbox", "/_demo/mail"],
  ] as const) {
    await page.goto(path);
    await take(page, name);
  }
  await page
    .getByRole("link", { name: /^Biletul tău/ })
    .first()
    .click();
  await page.getByRole("heading", { name: /^Biletul tău/ }).waitFor();
  await take(page, "letter");
}

async function asDoorStaff(page: Page, take: Take): Promise<void> {
  await newCustomer(page);
  await openNight(page, "Noaptea Fosforului");
  await page.getByRole("radio", { name: /^Cuplu/ }).check();
  await page.getByRole("button", { name: /^Plătește/ }).click();
  await payWith(page, cards.good);
  const card = page.getByRole("article", { name: /^Bilet FSC-/ });
  const words = (await card.textContent()) ?? "";
  const [, code = "", group = ""] = /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(words) ?? [];
  await page.context().clearCookies();
  await logIn(page, demoLogins.door.email, demoLogins.door.password);
  await page.goto("/gate");
  await take(page, "gate-choose");
  await page.getByRole("button", { name: "Începe" }).click();
  await page.getByLabel("Codul de pe bilet").waitFor();
  await take(page, "gate");
  await present(page, code, group);
  await take(page, "gate-admitted");
  await page.getByRole("button", { name: "încă 1" }).click();
  await page.getByText(/^0\s*intrări rămase/).waitFor();
  await take(page, "gate-admitted-all");
  await page.getByRole("link", { name: "Următorul" }).click();
  await present(page, code, group);
  await page.getByText("Bilet deja folosit").waitFor();
  await take(page, "gate-refused");
  await page.getByRole("link", { name: "Următorul" }).click();
  await page.getByLabel("Codul de pe bilet").waitFor();
  await take(page, "gate-later");
}

async function present(page: Page, code: string, group: string): Promise<void> {
  await page.getByLabel("Codul de pe bilet").fill(code);
  await page.getByLabel("Grupa de control").fill(group);
  await page.getByRole("button", { name: "Verifică" }).click();
  await page.getByRole("alert").waitFor();
}

async function picture(page: Page, name: string): Promise<void> {
  // lazy pictures come only when one scrolls to them
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
    // a lazy picture that nobody sees, in a closed menu or far along a carousel, never comes
    const patience = new Promise((resolve) => setTimeout(resolve, 1500));
    const decoded = [...document.images].map((image) => image.decode().catch(() => {}));
    await Promise.race([patience, Promise.all(decoded)]);
    await document.fonts.ready;
  });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** The gallery is a program of its own, for a server that runs already. */
function takeGallery(): Promise<number> {
  const script = join(import.meta.dirname, "take-screenshots.ts");
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, site.origin], { stdio: "inherit" });
    child.on("exit", (code) => done(code ?? 1));
  });
}
