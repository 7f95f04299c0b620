import type { Locator, Page, Route } from "@playwright/test";
import pg from "pg";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { ownSite } from "#test/support/own-site.ts";
import {
  cards,
  fillLogin,
  freshEmail,
  goodPassword,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

const night = "Noaptea Perseidelor";
const general = "Intrare generală";
const chosen = /Alegerea ta.*2 × Intrare generală/s;
const cardPage = (page: Page) => page.getByRole("heading", { name: "Plătește cu cardul" });
const paidPage = (page: Page) => page.getByRole("heading", { name: "Plata Reusita!" });
const guestPage = (page: Page) => page.getByRole("heading", { name: "Continuă fără cont" });
const loginToBuy = (page: Page) => page.getByRole("heading", { name: "Încă un pas și plătești" });
const guestPays = (page: Page) => page.getByRole("button", { name: /^Continuă la plată/ });

/** Everything that was ordered and paid with this address. */
async function ordersOf(email: string): Promise<unknown[]> {
  const owner = new pg.Client({ connectionString: findEmbeddedServer(ownSite()?.dataDir ?? "")?.ownerUrl() });
  await owner.connect();
  const { rows } = await owner.query(
    `SELECT o.state, (SELECT count(*)::int FROM payments p WHERE p.order_id = o.id) AS payments,
            (SELECT count(*)::int FROM ticket_purchases t WHERE t.order_id = o.id) AS tickets
       FROM orders o JOIN profiles u ON u.id = o.user_id WHERE u.contact = $1 ORDER BY o.number`,
    [email],
  );
  await owner.end();
  return rows;
}

const onePaid = [{ state: "paid", payments: 1, tickets: 2 }];

async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilTakenOver(page);
}

/** Goes there with the Tab key. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

async function typeInto(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(words);
}

async function typeCard(page: Page): Promise<void> {
  await typeInto(page, "Număr card", "4242424242424242");
  await typeInto(page, "Expiră", "12/34");
  await typeInto(page, "Cod CVC", "123");
  await typeInto(page, "Numele de pe card", "ANA POP");
}

/** Presses, and loses the form that is sent to this address: on the way there, or its answer. */
async function pressAndLose(
  button: Locator,
  { page, address, lost }: { page: Page; address: RegExp; lost: "form" | "answer" },
): Promise<void> {
  const { promise: isLost, resolve } = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (lost === "answer") await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionfailed");
    resolve();
  };
  await page.route(address, lose);
  await button.click();
  await isLost;
  await page.unroute(address, lose);
}

test("a guest who has only a keyboard, reloads every page and goes back buys once, and types everything once", async ({
  page,
}) => {
  const email = freshEmail();
  await openNight(page, night);
  await tabTo(page, numberOf(page, general));
  await page.keyboard.press("2");
  await reload(page);
  await expect(numberOf(page, general)).toHaveValue("2");
  await tabTo(page, payButton(page));
  await page.keyboard.press("Enter");

  await expect(loginToBuy(page)).toBeVisible();
  await reload(page);
  await expect(page.getByRole("main")).toContainText(chosen);
  await page.goBack();
  await expect(numberOf(page, general)).toHaveValue("2");
  await page.goForward();
  await expect(loginToBuy(page)).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: /Continuă fără cont/ }));
  await page.keyboard.press("Enter");

  await expect(guestPage(page)).toBeVisible();
  await typeInto(page, "Email", email);
  await typeInto(page, "Nume", "Maria Fără Cont");
  await reload(page);
  await expect(page.getByRole("main")).toContainText(chosen);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
  await tabTo(page, guestPays(page));
  await page.keyboard.press("Enter");

  await expect(cardPage(page)).toBeVisible();
  const address = page.url();
  await page.reload();
  await expect(cardPage(page)).toBeVisible();
  await page.goBack();
  await expect(guestPage(page)).toBeVisible();
  await untilTakenOver(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await tabTo(page, guestPays(page));
  await page.keyboard.press("Enter");
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(address);
  // a corrected name is another purchase, in the place of this one
  await page.goBack();
  await expect(guestPage(page)).toBeVisible();
  await untilTakenOver(page);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Corectată");
  await tabTo(page, guestPays(page));
  await page.keyboard.press("Enter");
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).not.toBe(address);
  await typeCard(page);
  await page.keyboard.press("Enter");

  await expect(paidPage(page)).toBeVisible();
  await reload(page);
  await expect(page.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
  await page.goBack();
  await expect(cardPage(page)).toHaveCount(0);
  expect(await ordersOf(email)).toEqual([{ state: "cancelled", payments: 0, tickets: 0 }, ...onePaid]);
});

test("a guest whose network fails, who presses twice and has two tabs buys once, and types everything once", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectFailure(/\/(guest|events\/[^/]+)\.data/);
  const email = freshEmail();
  await openNight(page, night);
  await numberOf(page, general).selectOption("2");
  await pressAndLose(payButton(page), { page, address: /\/events\/[^/]+\.data/, lost: "form" });
  await expect(
    page.getByRole("alert").filter({ hasText: "Nu s-a putut procesa achizitia ta" }),
  ).toBeVisible();
  await payButton(page).click();
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(guestPage(page)).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  for (const lost of ["form", "answer"] as const) {
    await pressAndLose(guestPays(page), { page, address: /\/guest\.data/, lost });
    await expect(page.getByText("Nu am primit niciun răspuns. Ce ai scris a rămas aici")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
    // the driver keeps the cookie of an answer that the browser never got
    await context.clearCookies();
  }
  let posts = 0;
  let goOn = () => {};
  await page.route(/\/guest\.data/, async (route) => {
    posts += 1;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await route.continue();
  });
  await guestPays(page).dblclick();
  await expect(page.getByRole("button", { name: "Se deschide plata…" })).toBeDisabled();
  await expect.poll(() => posts).toBe(1);
  goOn();
  await expect(cardPage(page)).toBeVisible();
  expect(posts).toBe(1);

  const other = await context.newPage();
  await openNight(other, night);
  await expect(other.getByText("Locurile tale sunt rezervate încă").first()).toBeVisible();
  await other
    .getByRole("link", { name: /^Continuă plata/ })
    .first()
    .click();
  await expect(cardPage(other)).toBeVisible();
  expect(other.url()).toBe(page.url());
  await payWith(page, cards.good);
  await expect(paidPage(page)).toBeVisible();
  await payWith(other, cards.good);
  await expect(paidPage(other)).toBeVisible();
  expect(await ordersOf(email)).toEqual(onePaid);
});

test("a customer whom another tab signs out, before the payment and during it, buys once", async ({
  page,
  context,
}) => {
  const email = await newCustomer(page);
  await openNight(page, night);
  await numberOf(page, general).selectOption("2");
  const other = await context.newPage();
  const signOut = async () => {
    await other.goto("/profile");
    await other.getByRole("button", { name: "Deconectare" }).first().click();
    await expect(other.getByRole("link", { name: "Conectare" }).first()).toBeVisible();
  };
  await signOut();
  await payButton(page).click();
  await expect(loginToBuy(page)).toBeVisible();
  await fillLogin(page, email, goodPassword);
  await expect(numberOf(page, general)).toHaveValue("2");
  await payButton(page).dblclick();
  await expect(cardPage(page)).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(page.getByText("Locurile tale sunt rezervate încă").first()).toBeVisible();
  await page.goForward();
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(address);
  await signOut();
  await page.reload();
  await payWith(page, cards.good);
  await expect(paidPage(page)).toBeVisible();
  await expect(page.getByText(/FSC-\d{4}-\d{6}/)).toHaveCount(0);
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText(/FSC-\d{4}-\d{6}/).first()).toBeVisible();
  expect(await ordersOf(email)).toEqual(onePaid);
});

test("at 320 px nothing of a purchase, of a guest's or of an account's, is wider than the screen", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectStatus(422);
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (place: Locator) => {
    await expect(place).toBeVisible();
    await page.waitForLoadState();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(320);
  };
  const heading = page.getByRole("heading", { name: night, level: 1 });
  for (const buys of ["guest", "account"] as const) {
    await context.clearCookies();
    if (buys === "account") await newCustomer(page);
    await openNight(page, night);
    await fits(heading);
    await numberOf(page, general).selectOption("2");
    if (buys === "account") await payButton(page).click();
    else {
      await page.getByRole("link", { name: "Conectează-te sau cumpără fără cont" }).click();
      await fits(loginToBuy(page));
      await page.getByRole("link", { name: /Continuă fără cont/ }).click();
      await fits(guestPage(page));
      await guestPays(page).click();
      await fits(page.getByText("Scrie numele tău."));
      await page.getByLabel("Email", { exact: true }).fill(freshEmail());
      await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
      await guestPays(page).click();
    }
    await fits(cardPage(page));
    await page.getByRole("link", { name: /Înapoi la/ }).click();
    await fits(page.getByText("Locurile tale sunt rezervate încă").first());
    await page
      .getByRole("link", { name: /^Continuă plata/ })
      .first()
      .click();
    await payWith(page, cards.good);
    await fits(paidPage(page));
    if (buys === "account") {
      await page.goto("/profile");
      await fits(page.getByText(/FSC-\d{4}-\d{6}/).first());
    }
  }
});
