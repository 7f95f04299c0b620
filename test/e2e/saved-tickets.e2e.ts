import type { Page } from "@playwright/test";
import { buyAsGuest, orderLinkTo } from "#test/support/purchase-steps.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { demoLogins, signIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const customer = demoLogins.customer;

async function openSavedTickets(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(page.getByText(/^Nu ai internet\. Vezi biletele salvate la /)).toBeVisible();
  // what is for tonight lies open above the rows
  const night = page.locator("section.codes-first, details.my-night").first();
  const isClosed = (row: HTMLElement) => row instanceof HTMLDetailsElement && !row.open;
  if (await night.evaluate(isClosed)) await night.locator("summary").first().click();
  const code = night.getByRole("img", { name: /^Cod QR/ }).first();
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

async function saved(page: Page): Promise<void> {
  await signIn(page, customer.email);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Salvează pe telefon" }).click();
  await expect(page.getByText("Salvat pe telefon")).toBeVisible();
}

const areSaved = (page: Page) => page.evaluate(() => caches.has("saved-tickets"));

test("tickets that their owner saved on the phone open without network, until they are removed from it", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectFailure(/./);
  await saved(page);
  await context.setOffline(true);
  await openSavedTickets(page);
  // every other page leads to them: one that is opened, and one that a link of an open page asks for
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Fără internet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Vezi biletele salvate" })).toHaveAttribute(
    "href",
    /\/profile$/,
  );
  await context.setOffline(false);
  await page.goto("/events");
  await context.setOffline(true);
  await page.getByRole("contentinfo").getByRole("link", { name: "Profil" }).click();
  await expect(page.getByRole("heading", { name: "Fără internet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Vezi biletele salvate" })).toBeVisible();
  await context.setOffline(false);

  await page.goto("/profile");
  await page.getByRole("button", { name: "Șterge de pe telefon" }).click();
  await expect(page.getByRole("button", { name: "Salvează pe telefon" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.goto("/profile")).rejects.toThrow();
});

test("signing out removes saved tickets from the phone", async ({ page, context, complaints }) => {
  complaints.expectFailure(/./);
  await saved(page);
  await page.locator("main").getByRole("button", { name: "Deconectare" }).click();
  await page.waitForURL("/");
  await expect.poll(() => areSaved(page)).toBe(false);
  await context.setOffline(true);
  await expect(page.goto("/profile")).rejects.toThrow();
});

test("a visit after the session ended removes saved tickets from the phone", async ({ page, context }) => {
  await saved(page);
  await context.clearCookies();
  await page.goto("/profile");
  // the page may be on its way to the login
  await expect.poll(() => areSaved(page).catch(() => "unknown")).toBe(false);
});

/** The addresses that this browser keeps, without the files that never change. */
const keptHere = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.filter((path) => !/^\/(?:assets|(?:_demo\/)?pictures)\//.test(path));
  });

test("a guest's tickets that were saved open without network by either link to the order; every other page leads to them, and is kept nowhere", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectFailure(/./);
  const email = await buyAsGuest(page, 2);
  await page.getByRole("button", { name: "Salvează pe telefon" }).click();
  await expect(page.getByText("Salvat pe telefon")).toBeVisible();
  const link = await orderLinkTo(page, email);
  const own = new URL(link).pathname;
  const kept = await keptHere(page);
  expect(kept).toEqual(expect.arrayContaining([own, "/fara-internet"]));
  for (const path of kept) expect(path).toMatch(/^\/(?:orders\/|fara-internet$|tickets\/[^/]+\/qr\.svg$)/);

  await context.setOffline(true);
  const code = page.getByRole("img", { name: /^Cod QR/ }).first();
  const isDrawn = () => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  for (const address of [own, link]) {
    await page.goto(address);
    await expect(page.getByText(/^Nu ai internet\. Vezi biletele salvate la /)).toBeVisible();
    await expect.poll(isDrawn).toBe(true);
  }
  for (const address of ["/", "/events", "/profile", "/orders"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Fără internet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Încearcă din nou" })).toHaveAttribute("href", address);
  }
  await page.getByRole("link", { name: "Vezi biletele salvate" }).click();
  await expect.poll(isDrawn).toBe(true);

  await context.setOffline(false);
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Evenimente", level: 1 })).toBeVisible();
  await page.goto(own);
  await page.getByRole("button", { name: "Șterge de pe telefon" }).click();
  await expect.poll(() => keptHere(page)).toEqual([]);
  await context.setOffline(true);
  for (const address of [own, "/events"]) await expect(page.goto(address)).rejects.toThrow();
});

/** Opens the page of an order whose saved copy each visit renews, and waits for the new copy. */
async function renewed(page: Page, own: string): Promise<void> {
  await page.goto(own);
  await expect(page.getByText("Salvat pe telefon")).toBeVisible();
}

test("a guest who leaves the device leaves no saved tickets on it; without an answer they stay", async ({
  page,
  complaints,
}) => {
  complaints.expectFailure(/./);
  const email = await buyAsGuest(page, 1);
  await page.getByRole("button", { name: "Salvează pe telefon" }).click();
  await expect(page.getByText("Salvat pe telefon")).toBeVisible();
  const own = new URL(await orderLinkTo(page, email)).pathname;
  await renewed(page, own);
  await page.route(/\/logout\.data/, (request) => request.abort());
  await page.getByRole("button", { name: "Ieși de pe acest dispozitiv" }).click();
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  expect(await keptHere(page)).toContain(own);
  await page.unroute(/\/logout\.data/);
  await renewed(page, own);
  await page.getByRole("button", { name: "Ieși de pe acest dispozitiv" }).click();
  await page.waitForURL("/");
  await expect.poll(() => keptHere(page)).toEqual([]);
});

test("tickets that are still being saved when their owner leaves the device do not stay on it", async ({
  page,
}) => {
  const email = await buyAsGuest(page, 1);
  await page.getByRole("button", { name: "Salvează pe telefon" }).click();
  await expect(page.getByText("Salvat pe telefon")).toBeVisible();
  const own = new URL(await orderLinkTo(page, email)).pathname;
  // the last file of the new copy comes when the guest has left
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let offlinePages = 0;
  await page.route("**/fara-internet", async (request) => {
    offlinePages += 1;
    if (offlinePages !== 2) return request.continue();
    asked.resolve();
    await left.promise;
    return request.continue();
  });
  const code = page.waitForResponse(
    (answer) => /qr\.svg$/.test(answer.url()) && answer.request().resourceType() === "fetch",
  );
  await page.goto(own);
  await Promise.all([asked.promise, code]);
  await page.getByRole("button", { name: "Ieși de pe acest dispozitiv" }).click();
  await page.waitForURL("/");
  await expect.poll(() => keptHere(page)).toEqual([]);
  const removed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const remove = caches.delete.bind(caches);
        caches.delete = async (name) => {
          const isRemoved = await remove(name);
          resolve();
          return isRemoved;
        };
      }),
  );
  left.resolve();
  await removed;
  expect(await keptHere(page)).toEqual([]);
});

const ends = {
  "the order is not this browser's any more": (page: Page) => page.context().clearCookies(),
  "nobody can enter with them": (_: Page, order: string) =>
    rowsOfSite("UPDATE ticket_purchases SET suspended = 'refund' WHERE order_id = $1", [order]),
};
for (const [why, end] of Object.entries(ends))
  test(`a guest's saved tickets do not stay on the phone after a visit when ${why}`, async ({
    page,
    complaints,
  }) => {
    complaints.expectStatus(404);
    const email = await buyAsGuest(page, 1);
    await page.getByRole("button", { name: "Salvează pe telefon" }).click();
    await expect(page.getByText("Salvat pe telefon")).toBeVisible();
    const own = new URL(await orderLinkTo(page, email)).pathname;
    expect(await keptHere(page)).toContain(own);
    await end(page, own.replace("/orders/", ""));
    await page.goto(own);
    await expect.poll(() => keptHere(page)).toEqual([]);
  });
