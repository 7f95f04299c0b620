import type { Page } from "@playwright/test";
import {
  fillLogin,
  goodPassword,
  newCustomer,
  numberOf,
  openNight,
  payButton,
} from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

/** Opens the page again, with its scripts held back until the returned function is called. */
async function reopenWithoutScripts(page: Page): Promise<() => Promise<void>> {
  let arrive = () => {};
  const arrival = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  // held scripts delay the load event
  await page.reload({ waitUntil: "domcontentloaded" });
  return async () => {
    arrive();
    await untilTakenOver(page);
  };
}

test.describe("while the scripts of a page are still loading", () => {
  test("the choice stays when they have loaded, and is what is paid for", async ({ page }) => {
    await newCustomer(page);
    await openNight(page, "Noaptea Perseidelor");
    const scriptsArrive = await reopenWithoutScripts(page);
    await numberOf(page, "Intrare generală").selectOption("3");
    await numberOf(page, "Cuplu").selectOption("1");
    await scriptsArrive();
    await expect(numberOf(page, "Intrare generală")).toHaveValue("3");
    await expect(numberOf(page, "Cuplu")).toHaveValue("1");
    await expect(page.locator(".summary")).toContainText(/3 × Intrare generală.*1 × Cuplu/);
    await payButton(page).click();
    await expect(page.getByText("Intrare generală · Noaptea Perseidelor")).toBeVisible();
    await expect(page.getByText("Cuplu · Noaptea Perseidelor")).toBeVisible();
  });

  test("the login, the menu and the pay button work", async ({ page }) => {
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await page.goto("/login");
    await reopenWithoutScripts(page);
    await fillLogin(page, email, goodPassword);
    await expect(page.getByText("Autentificare reusita!")).toBeVisible();
    await page.locator(".site-menu summary").click();
    await page.getByRole("navigation", { name: "Meniu" }).getByRole("link", { name: "Evenimente" }).click();
    await page.getByRole("searchbox").fill("perseidelor");
    await page.getByRole("button", { name: "Caută", exact: true }).click();
    await page.getByRole("link", { name: "Noaptea Perseidelor" }).click();
    await numberOf(page, "Intrare generală").selectOption("2");
    await page.getByRole("button", { name: "Spre plată" }).click();
    await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  });

  test("a menu that was opened stays open", async ({ page }) => {
    await page.goto("/events");
    const scriptsArrive = await reopenWithoutScripts(page);
    await page.locator(".site-menu summary").click();
    await scriptsArrive();
    await expect(page.getByRole("navigation", { name: "Meniu" })).toBeVisible();
  });

  test("a filter that was set is applied", async ({ page }) => {
    await page.goto("/events");
    const scriptsArrive = await reopenWithoutScripts(page);
    await page.locator("label", { hasText: "Săptămâna aceasta" }).click();
    await page.getByRole("searchbox").fill("a");
    await scriptsArrive();
    await expect(page).toHaveURL(/\?q=a&period=week/);
    await expect(page.getByRole("radio", { name: "Săptămâna aceasta" })).toBeChecked();
  });
});
