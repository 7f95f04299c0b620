import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { makeCustomer, openSession } from "./make-customer.ts";
import { ownSite } from "./own-site.ts";

export const goodPassword = "nori peste mare";

export const demoLogins = {
  admin: { email: "admin@fosfor.example", password: "far-pe-dig-27" },
  customer: { email: "ioana@exemplu.example", password: "nisip-fin-27" },
  subscriber: { email: "matei@exemplu.example", password: "valuri-mici-27" },
  gate: { email: "poarta@fosfor.example", password: "poarta-de-pe-dig-27" },
} as const;

export type Letter = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number }[];
};

let visitors = 0;

/** An unused address. */
export function freshEmail(): string {
  return `vizitator-${Date.now()}-${++visitors}@exemplu.example`;
}

/** These words with letters after them that no other test has, so that a test may run twice on one site. */
export function freshName(words: string): string {
  const letters = (Date.now() * 100 + (++visitors % 100)).toString(26);
  return `${words} ${letters.replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")}`;
}

/** Waits for an email to this address with this subject; the newest one. */
export async function letterTo(request: APIRequestContext, email: string, subject: RegExp): Promise<Letter> {
  let found: Letter | undefined;
  await expect(async () => {
    const letters = (await (await request.get("/_demo/mail.json")).json()) as Letter[];
    found = letters.find((letter) => letter.to === email && subject.test(letter.subject));
    expect(found, `a letter to ${email} about ${subject}`).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [200] });
  return found as Letter;
}

/** The first link to this path in an email's text. */
export function linkIn(letter: Letter, path: string): string {
  const link = letter.text.match(/https?:\/\/[^\s<>"]+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`no link to ${path} in "${letter.subject}"`);
  return link;
}

/** Registers and confirms without the screens, for journeys about other things; nobody is signed in afterwards. */
export async function register(request: APIRequestContext, email: string): Promise<void> {
  const made = await request.post("/auth/v1/signup", {
    data: { email, password: goodPassword, data: { full_name: "Ștefan Vizitator", phone: "0722 000 111" } },
  });
  expect(made.status()).toBe(200);
  const link = new URL(linkIn(await letterTo(request, email, /confirm/i), "/confirm"));
  const confirmed = await request.post("/auth/v1/verify", {
    data: { type: "signup", token_hash: link.searchParams.get("token"), password: goodPassword },
  });
  expect(confirmed.status()).toBe(200);
  const { access_token: bearer } = await confirmed.json();
  await request.post("/auth/v1/logout?scope=local", { headers: { authorization: `Bearer ${bearer}` } });
}

export async function logIn(page: Page, email: string, password: string = goodPassword): Promise<void> {
  await page.goto("/login");
  await fillLogin(page, email, password);
  await expect(page).not.toHaveURL(/\/login/);
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Parolă", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Conectează-te" }).click();
}

function theSite(site = ownSite()) {
  if (!site) throw new Error("no site was started for this process");
  return site;
}

/** Signs an account in in this browser. Signing up and in with the screens have journeys of their own. */
export async function signIn(page: Page, email: string, site = theSite()): Promise<void> {
  const value = await openSession(site, email);
  await page.context().addCookies([{ name: "session", value, url: site.origin, httpOnly: true }]);
}

/** A new customer, signed in in this browser. */
export async function newCustomer(page: Page, site = theSite()): Promise<string> {
  const email = freshEmail();
  await makeCustomer(site, email, goodPassword);
  await signIn(page, email, site);
  return email;
}

/**
 * An administrator of this journey alone, signed in in this browser: no letter of another journey lies in the mailbox, and
 * no limit of letters was used up by one.
 */
export async function newAdministrator(page: Page, site = theSite()): Promise<string> {
  const email = freshEmail();
  await makeCustomer(site, email, goodPassword, "admin");
  await signIn(page, email, site);
  return email;
}

/** From the list of nights to the page of one of them. */
export async function openNight(page: Page, title: string): Promise<void> {
  await page.goto(`/events?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
}

/** The select of a ticket type on a night's page. */
export function numberOf(page: Page, type: string): Locator {
  return page.getByRole("combobox", { name: type, exact: true });
}

/** The panel's own button; a phone has another one at its foot while this one is out of sight. */
export function payButton(page: Page, price?: string): Locator {
  const name = price === undefined ? /^Plătește/ : `Plătește ${price} LEI`;
  return page.locator("#bilete").getByRole("button", { name });
}

/** Fills in and submits the hosted card page. */
export async function payWith(page: Page, card: string): Promise<void> {
  await fillCard(page, card);
  await page.getByRole("button", { name: /^Plătește/ }).click();
}

export async function fillCard(page: Page, card: string): Promise<void> {
  await page.getByLabel("Număr card").fill(card);
  await page.getByLabel("Expiră").fill("12 / 34");
  await page.getByLabel("Cod CVC").fill("123");
  await page.getByLabel("Numele de pe card").fill("STEFAN VIZITATOR");
}

export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  refundFails: "4000 0000 0000 5126",
} as const;
