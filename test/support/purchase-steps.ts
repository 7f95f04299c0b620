import { type BrowserContext, expect, type Locator, type Page, type Route } from "@playwright/test";
import { rowsOfSite } from "./site-database.ts";
import {
  cards,
  freshEmail,
  goodPassword,
  type Letter,
  letterTo,
  linkIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "./visitor.ts";
import { untilTakenOver } from "./watched-test.ts";

/** A night that has places for every journey. */
export const roomyNight = "Noaptea Perseidelor";
export const general = "Intrare generală";
export const chosenTwo = /Alegerea ta.*2 × Intrare generală/s;

export const cardPage = (page: Page) => page.getByRole("heading", { name: "Plătește cu cardul" });
export const paidPage = (page: Page) => page.getByRole("heading", { name: "Plata Reusita!" });
/** Of a browser that no order is known of. */
export const thanksPage = (page: Page) => page.getByRole("heading", { name: "Îți mulțumim!" });
export const loginToBuy = (page: Page) => page.getByRole("heading", { name: "Încă un pas și plătești" });
export const guestPage = (page: Page) => page.getByRole("heading", { name: "Continuă fără cont" });
export const guestPays = (page: Page) => page.getByRole("button", { name: /^Continuă la plată/ });
export const guestWay = (page: Page) => page.getByRole("link", { name: /Continuă fără cont/ });
export const signsIn = (page: Page) => page.getByRole("button", { name: "Conectează-te și continuă" });
export const registerPage = (page: Page) => page.getByRole("heading", { name: "Creează contul și plătește" });
export const createsAccount = (page: Page) => page.getByRole("button", { name: "Creează contul" });
export const verifyPage = (page: Page) => page.getByRole("heading", { name: "Verifică emailul" });
export const confirmsAndPays = (page: Page) => page.getByRole("button", { name: /^Confirmă și plătește/ });
export const paysByCard = (page: Page) => page.getByRole("button", { name: /^Plătește/ });
export const heldPlaces = (page: Page) => page.getByText("Locurile tale sunt rezervate încă").first();
export const continuesPaying = (page: Page) =>
  page
    .getByRole("button", { name: /^Continuă plata/ })
    .or(page.getByRole("link", { name: /^Continuă plata/ }))
    .first();
export const ticketLabel = (page: Page) => page.getByText(/FSC-\d{4}-\d{6}/).first();

/** What `purchasesOf` says of somebody who bought two tickets, once. */
export const onePurchase = [{ state: "paid", payments: 1, tickets: 2 }];

/** Everything that was ordered and paid with this address. */
export function purchasesOf(email: string): Promise<unknown[]> {
  return rowsOfSite(
    `SELECT o.state, (SELECT count(*)::int FROM payments p WHERE p.order_id = o.id) AS payments,
            (SELECT count(*)::int FROM ticket_purchases t WHERE t.order_id = o.id) AS tickets
       FROM orders o JOIN profiles u ON u.id = o.user_id WHERE u.contact = $1 ORDER BY o.number`,
    [email],
  );
}

/** How many letters asked this address to confirm itself. */
export async function confirmLettersTo(page: Page, email: string): Promise<number> {
  const letters = (await (await page.request.get("/_demo/mail.json")).json()) as Letter[];
  return letters.filter(({ to, subject }) => to === email && /confirm/i.test(subject)).length;
}

type Wanted = Record<string, number>;

/**
 * Chooses tickets on the page of a night, given by its title or its address, once they are sold there: the card provider
 * must know their price.
 */
export async function choose(page: Page, night: string, wanted: Wanted): Promise<void> {
  await expect(async () => {
    if (night.startsWith("/")) await page.goto(night);
    else await openNight(page, night);
    for (const type of Object.keys(wanted)) await expect(numberOf(page, type)).toBeVisible({ timeout: 1000 });
  }).toPass();
  for (const [type, count] of Object.entries(wanted)) await numberOf(page, type).selectOption(String(count));
}

export const chooseTwo = (page: Page) => choose(page, roomyNight, { [general]: 2 });

/** Pays on the card page, up to the tickets. */
export async function payAndSee(page: Page, card: string = cards.good): Promise<void> {
  await payWith(page, card);
  await expect(paidPage(page)).toBeVisible();
  await untilTakenOver(page);
}

/** Somebody who is signed in buys. */
export async function buy(page: Page, night: string, wanted: Wanted, card?: string): Promise<void> {
  await choose(page, night, wanted);
  await payOf(page).click();
  await payAndSee(page, card);
}

/** A customer who is signed out. */
export async function knownCustomer(page: Page): Promise<string> {
  const email = await newCustomer(page);
  await page.context().clearCookies();
  return email;
}

/** From the chosen tickets to the form of a guest, which is filled in. */
export async function fillGuest(page: Page, email: string, name = "Maria Fără Cont"): Promise<void> {
  await payOf(page).click();
  await guestWay(page).click();
  await expect(guestPage(page)).toBeVisible();
  await typeGuest(page, email, name);
}

export async function typeGuest(page: Page, email: string, name = "Maria Fără Cont"): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Nume", { exact: true }).fill(name);
}

/** Buys without an account. Resolves with the address. */
export async function buyAsGuest(
  page: Page,
  count: number,
  { email = freshEmail(), name }: { email?: string; name?: string } = {},
): Promise<string> {
  await choose(page, roomyNight, { [general]: count });
  await fillGuest(page, email, name);
  await guestPays(page).click();
  await payAndSee(page);
  return email;
}

/** The link to a guest's tickets in their letter. */
export async function orderLinkTo(page: Page, email: string): Promise<string> {
  const { text } = await letterTo(page.request, email, /Bilet/);
  const link = /https?:\/\/\S+\/orders\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link to an order in ${text}`);
  return link;
}

/** The link with which a new account confirms its address. */
export async function confirmLinkTo(page: Page, email: string): Promise<string> {
  return linkIn(await letterTo(page.request, email, /confirm/i), "/confirm");
}

/** From the chosen tickets to the form of a new account. */
export async function goToRegister(page: Page): Promise<void> {
  await payOf(page).click();
  await expect(loginToBuy(page)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Creează un cont" }).click();
  await expect(registerPage(page)).toBeVisible();
  await untilTakenOver(page);
}

/** The button of the night's panel, with a script and without. */
export function payOf(page: Page): Locator {
  return payButton(page).or(page.getByRole("button", { name: "Spre plată" }));
}

export async function fillRegister(page: Page, email: string): Promise<void> {
  await page.getByLabel("Nume complet").fill("Ioana Nouă");
  await page.getByLabel("Telefon").fill("0722 000 111");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await fillNewPasswords(page);
}

export async function fillNewPasswords(page: Page): Promise<void> {
  await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
  await page.getByLabel("Confirmă parola", { exact: true }).fill(goodPassword);
}

export async function goBackTo(page: Page, place: Locator): Promise<void> {
  await page.goBack();
  await expect(place).toBeVisible();
  await untilTakenOver(page);
}

/** A small phone, and a phone whose text is twice as large. */
const narrow = [
  { width: 320, text: "" },
  { width: 390, text: "200%" },
] as const;

/** The page that has this place is no wider than either, once its letters have come; else, what sticks out. */
export async function fits(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  await page.waitForLoadState();
  for (const { width, text } of narrow) {
    await page.setViewportSize({ width, height: 640 });
    await expect
      .poll(() => page.evaluate(findWider, text), { message: `${page.url()}, ${width} ${text}` })
      .toEqual({ width, wider: [] });
  }
  await page.setViewportSize({ width: narrow[0].width, height: 640 });
}

/** Runs in the page, with text of this size: how wide it is, and the innermost elements that are wider than the screen. */
async function findWider(text: string): Promise<{ width: number; wider: string[] }> {
  const root = document.documentElement;
  root.style.fontSize = text;
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const width = root.scrollWidth;
  const all = width > root.clientWidth ? [...document.body.querySelectorAll<HTMLElement>("*")] : [];
  const isOut = (one: Element) => one.getBoundingClientRect().right > root.clientWidth + 0.5;
  const wider = all.filter((one) => isOut(one) && ![...one.querySelectorAll("*")].some(isOut));
  root.style.fontSize = "";
  return {
    width,
    wider: wider.map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 30)}`),
  };
}

/** Goes there with the Tab key. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

/** Writes over what stands in the field. */
export async function typeInto(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(words);
}

export async function pressByKey(page: Page, place: Locator): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press("Enter");
}

export async function typeCard(page: Page): Promise<void> {
  await typeInto(page, "Număr card", "4242424242424242");
  await typeInto(page, "Expiră", "12/34");
  await typeInto(page, "Cod CVC", "123");
  await typeInto(page, "Numele de pe card", "ANA POP");
}

type Sending = { page: Page; address: RegExp };

/**
 * Presses, and loses the form that is sent to this address: on the way there, or its answer. The browser keeps the cookies that
 * it had.
 */
export async function pressAndLose(
  button: Locator,
  { page, address, lost }: Sending & { lost: "form" | "answer" },
): Promise<void> {
  const { promise: isLost, resolve } = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (lost === "answer") await keepingCookies(page.context(), () => route.fetch({ maxRedirects: 0 }));
    await route.abort("connectionfailed");
    resolve();
  };
  await page.route(address, lose);
  await button.click();
  await isLost;
  await page.unroute(address, lose);
}

/** The driver keeps the cookies of an answer that the browser never got. */
export async function keepingCookies(context: BrowserContext, work: () => Promise<unknown>): Promise<void> {
  const before = await context.cookies();
  await work();
  await context.clearCookies();
  await context.addCookies(before);
}

/** Presses twice while the form waits, and lets it go on: resolves with how often it was sent. */
export async function pressTwiceSlowly(
  button: Locator,
  { page, address, waiting }: Sending & { waiting: Locator },
): Promise<number> {
  const { promise: untilSeen, resolve: goOn } = Promise.withResolvers<void>();
  let posts = 0;
  const wait = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    posts += 1;
    await untilSeen;
    await route.continue();
  };
  await page.route(address, wait);
  await button.dblclick();
  await expect(waiting).toBeDisabled();
  await expect.poll(() => posts).toBeGreaterThan(0);
  goOn();
  await expect(waiting).toHaveCount(0);
  await page.unroute(address, wait);
  return posts;
}

/**
 * Presses, and again while no answer has come: the server gets both, and the browser gives the first one up. The answer to the
 * second one arrives or is lost.
 */
export async function pressAgainUnanswered(
  button: Locator,
  { page, address, second = "arrives" }: Sending & { second?: "arrives" | "is lost" },
): Promise<void> {
  let done = 0;
  const answer = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const isFirst = done === 0;
    if (isFirst || second === "is lost")
      await keepingCookies(page.context(), () => route.fetch({ maxRedirects: 0 }));
    if (!isFirst) await (second === "is lost" ? route.abort("connectionfailed") : route.continue());
    done += 1;
  };
  await page.route(address, answer);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("there is nothing to press");
  for (const press of [1, 2]) {
    // unlike the button's own click, this one does not wait for the page that the first led to
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => done).toBe(press);
  }
  await page.unroute(address, answer);
}

/**
 * Pays by card. The form is lost; then its answer is slow, the button is pressed again, and that answer is lost; and then the
 * page of the tickets. Each time the person opens again what the browser shows.
 */
export async function payThroughBrokenNetwork(page: Page, fill: () => Promise<void>): Promise<void> {
  const address = page.url();
  const untilBroken = () => expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  await fill();
  await page.route(address, (route) => route.abort("connectionfailed"), { times: 1 });
  await paysByCard(page).click();
  await untilBroken();
  await page.goto(address);
  await expect(cardPage(page)).toBeVisible();
  await fill();
  await pressAgainUnanswered(paysByCard(page), { page, address: /\/c\/cs_/, second: "is lost" });
  await untilBroken();
  await page.goto(address);
  await expect(paidPage(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.reload()).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  await page.context().setOffline(false);
  await page.reload();
  await expect(paidPage(page)).toBeVisible();
}

/** Follows a link whose page is lost on the way, and loads the page again that the browser shows then. */
export async function followAndLose(link: Locator, page: Page): Promise<void> {
  const isPage = /\.data(\?|$)/;
  await page.route(isPage, (route) => route.abort("connectionfailed"));
  const before = page.url();
  await link.click();
  await expect.poll(() => page.url()).not.toBe(before);
  await page.unroute(isPage);
  await page.reload();
}
