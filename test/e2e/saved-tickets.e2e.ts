import type { Page } from "@playwright/test";
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
  await context.setOffline(false);

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
