import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import {
  buy,
  buyAsGuest,
  choose,
  guestPage,
  guestPays,
  orderLinkTo,
  payAndSee,
  typeGuest,
} from "#test/support/purchase-steps.ts";
import { freshEmail, logIn, newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const type = "Intrare generală";
const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/** The whole code is in sight when the page opens, on phones of both sizes. */
async function opensOnCode(page: Page, address: string): Promise<void> {
  for (const phone of phones) {
    await page.setViewportSize(phone);
    await page.goto(address);
    const code = page.getByRole("img", { name: /FSC-/ }).first();
    await expect(code).toBeInViewport({ ratio: 1 });
    const box = await code.boundingBox();
    expect(box?.width, "wide enough for a scanner").toBeGreaterThan(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
}

test("a guest goes straight to the form without an account, and on the night the email's link opens on the code", async ({
  page,
  newPerson,
}) => {
  const night = await ownNight("Noapte la poartă", { [type]: 60 }, "running");
  const email = freshEmail();
  await choose(page, night.path, { [type]: 2 });
  await page.locator("#bilete").getByRole("button", { name: "Fără cont", exact: true }).click();
  await expect(guestPage(page)).toBeVisible();
  await expect(page.getByText("Te rugam sa te conectezi")).toHaveCount(0);
  await typeGuest(page, email);
  await guestPays(page).click();
  await payAndSee(page);
  await opensOnCode(page, page.url());
  await opensOnCode(await newPerson(), await orderLinkTo(page, email));
});

test("who signs in on the night arrives at the ticket, and its code is in sight", async ({
  page,
  newPerson,
}) => {
  const night = await ownNight("Noapte în cont", { [type]: 60 }, "running");
  const email = await newCustomer(page);
  await buy(page, night.path, { [type]: 2 });
  const later = await newPerson();
  await logIn(later, email);
  await expect(later).toHaveURL(/\/profile$/);
  await opensOnCode(later, "/profile");
});

test("of a later night the page after paying and the email's link open on the code too", async ({
  page,
  newPerson,
}) => {
  const email = await buyAsGuest(page, 1);
  await opensOnCode(page, page.url());
  await opensOnCode(await newPerson(), await orderLinkTo(page, email));
});
