import type { Page } from "@playwright/test";
import { wrongForAxe } from "#test/support/axe.ts";
import {
  cards,
  demoLogins,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

async function isClean(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await page.evaluate(() => document.fonts.ready);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
    expect(await wrongForAxe(page), name).toEqual([]);
  });
}

test("axe finds nothing on the pages that everybody sees, with the controls that a script adds", {
  tag: "@sizes",
}, async ({ page, complaints }) => {
  for (const status of [404, 422]) complaints.expectStatus(status);
  for (const path of [
    "/",
    "/events",
    "/events?q=nimic",
    "/tickets",
    "/season-pass",
    "/termeni",
    "/cookies",
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await isClean(page, path);
  }
  await page.goto("/events?unavailable=1");
  const nights = [
    "Noaptea Fosforului",
    "Vinil și Valuri",
    "Furtună de Vară",
    "Balul de la Plajă",
    "Al Doilea Răsărit",
  ];
  for (const night of nights) {
    await page.goto(`/events?unavailable=1&q=${encodeURIComponent(night)}`);
    await page.getByRole("link", { name: night }).first().click();
    await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
    await isClean(page, night);
  }
  await page.goto("/");
  await page
    .getByRole("link", { name: /^Mareea Verde/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Mareea Verde", level: 1 })).toBeVisible();
  await isClean(page, "artist");
  for (const path of ["/login", "/login?mode=forgot", "/register", "/reset-password?token=x", "/nicaieri"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await isClean(page, path);
  }
  await page.goto("/register");
  await page.getByRole("button", { name: "Creează contul" }).click();
  await expect(page.getByText("Numele complet este obligatoriu")).toBeVisible();
  await isClean(page, "register with errors");
});

test("axe finds nothing on the screens of a purchase", { tag: "@sizes" }, async ({ page }) => {
  await newCustomer(page);
  await page.goto("/profile");
  await isClean(page, "profile without tickets");
  await openNight(page, "Luna Plină");
  await numberOf(page, "Intrare generală").selectOption("2");
  await numberOf(page, "Cuplu").selectOption("1");
  await isClean(page, "night to buy for");
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page.getByText("Locurile tale sunt rezervate încă").first()).toBeVisible();
  await isClean(page, "night with places held");
  await numberOf(page, "Cuplu").selectOption("10");
  await isClean(page, "too many people");
  await numberOf(page, "Cuplu").selectOption("1");
  const pay = await page.getByRole("link", { name: /^Continuă plata: / }).getAttribute("href");
  await page.goto((pay ?? "").replace(/\/pay$/, ""));
  await expect(page.getByRole("heading", { name: "Mai vrei locurile?" })).toBeVisible();
  await isClean(page, "checkout");
  await page.getByRole("link", { name: /^Continuă plata: / }).click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  await isClean(page, "hosted card page");
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await isClean(page, "success");
  await page.goto("/tickets/success?session_id=cs_test_altceva");
  await isClean(page, "success of nobody");
});

test("axe finds nothing on a full profile and at the gate", async ({ page }) => {
  await logIn(page, demoLogins.customer.email, demoLogins.customer.password);
  for (const path of ["/profile", "/profile?section=orders", "/profile?edit=1"]) {
    await page.goto(path);
    await isClean(page, path);
  }
  await page.context().clearCookies();
  await logIn(page, demoLogins.gate.email, demoLogins.gate.password);
  await page.goto("/gate");
  await isClean(page, "gate");
  await page.getByRole("button", { name: "Începe" }).click();
  await expect(page.getByLabel("Codul de pe bilet")).toBeVisible();
  await isClean(page, "gate, ready");
  await page.getByLabel("Codul de pe bilet").fill("FSC-0000-000000");
  await page.getByRole("button", { name: "Verifică" }).click();
  await expect(page.getByRole("alert")).toContainText("REFUZAT");
  await isClean(page, "gate, refused");
});
