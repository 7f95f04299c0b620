import type { Page } from "@playwright/test";
import {
  cards,
  freshEmail,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** At twice the size of text, the page is no wider than the screen; else, what sticks out. */
async function fits(page: Page, name: string): Promise<void> {
  const sticksOut = await page.evaluate(async () => {
    const root = document.documentElement;
    root.style.fontSize = "200%";
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const within = root.scrollWidth <= root.clientWidth;
    const all = within ? [] : [...document.body.querySelectorAll<HTMLElement>("*")];
    const isOut = (one: HTMLElement) => one.getBoundingClientRect().right > root.clientWidth + 0.5;
    // the innermost ones
    const wider = all
      .filter((one) => isOut(one) && ![...one.querySelectorAll<HTMLElement>("*")].some(isOut))
      .map(
        (one) =>
          `${one.tagName}.${one.className} in ${one.parentElement?.className}: ${(one.textContent ?? "").slice(0, 30)}`,
      );
    return { width: root.scrollWidth, wider };
  });
  expect.soft(sticksOut, name).toEqual({ width: 390, wider: [] });
}

test("text of twice the size fits on a phone, from a night's page to the tickets of a guest", async ({
  page,
}) => {
  test.slow();
  await openNight(page, "Noaptea Perseidelor");
  await fits(page, "night");
  await numberOf(page, "Intrare generală").selectOption("2");
  await fits(page, "chosen");
  await payButton(page).click();
  await page.getByRole("link", { name: /Continuă fără cont/ }).waitFor();
  await fits(page, "login");
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(page.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
  await fits(page, "guest");
  await page.getByLabel("Email", { exact: true }).fill(freshEmail());
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  await page.getByRole("button", { name: /^Continuă la plată/ }).click();
  await page.getByLabel("Număr card").waitFor();
  await fits(page, "card page");
  await page.getByRole("link", { name: /Înapoi/ }).click();
  await expect(page.getByText("Biletele vin pe")).toBeVisible();
  await fits(page, "night with a hold");
  await page
    .getByRole("link", { name: /^Continuă plata/ })
    .first()
    .click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await fits(page, "success");
  await page.goto("/orders");
  await fits(page, "lost tickets");
});

test("text of twice the size fits on a phone, in the account", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/profile");
  await fits(page, "empty profile");
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("2");
  await payButton(page).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await page.goto("/profile");
  await fits(page, "profile");
  await page.goto("/profile?section=orders");
  await fits(page, "orders");
  await page.locator(".orders a").first().click();
  await page.getByRole("heading", { name: "Ce ai cumpărat" }).or(page.locator(".my-order")).first().waitFor();
  await fits(page, "order");
  await page.goto("/tickets");
  await fits(page, "offers");
});
