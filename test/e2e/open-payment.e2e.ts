import type { Page } from "@playwright/test";
import { roomyNight } from "#test/support/purchase-steps.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { newCustomer, numberOf, openNight, payButton } from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

const night = "Ultima Lumină";

test("a customer who leaves the card page finds the places held, continues, leaves again and releases them", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(410);
  await newCustomer(page);
  await openNight(page, night);
  await numberOf(page, "Intrare generală").selectOption("1");
  await numberOf(page, "Cuplu").selectOption("1");
  await payButton(page, "270").click();
  const cardPage = page.getByRole("heading", { name: "Plătește cu cardul" });
  await expect(cardPage).toBeVisible();
  const address = page.url();

  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
  await expect(page.getByText("Locurile tale sunt rezervate încă").first()).toBeVisible();
  // this page says it itself
  await expect(page.getByRole("complementary", { name: "Locuri rezervate" })).toHaveCount(0);
  await expect(page.locator(".summary")).toContainText(
    /1 × Intrare generală\s*100 LEI\s*1 × Cuplu\s*170 LEI.*270 LEI/s,
  );
  // one press from the night to the card page
  await page.getByRole("button", { name: "Continuă plata: 270 LEI" }).click();
  await expect(cardPage).toBeVisible();
  expect(page.url()).toBe(address);

  // every other page leads there too, with the time left, as long as the places are held
  const held = page.getByRole("complementary", { name: "Locuri rezervate" });
  await openNight(page, roomyNight);
  for (const path of ["/", "/events", "/tickets", page.url(), "/profile"]) {
    await page.goto(path);
    await expect(held).toContainText(
      new RegExp(`^${night}: locurile tale sunt rezervate încă \\d\\d:\\d\\d`),
    );
  }
  await held.getByRole("link", { name: "Continuă plata" }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await expect(page.getByText("270 LEI").first()).toBeVisible();
  await page.goto(address);

  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
  await untilTakenOver(page);
  await page.getByRole("button", { name: "Renunță la locuri" }).click();
  const released = page.getByRole("heading", { name: "Ai renunțat la locuri" });
  await expect(released).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText("1 × Cuplu")).toBeVisible();
  await expect(page.getByText("Total de plată")).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(held).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Pagina de plată a fost închisă" })).toBeVisible();
  await openNight(page, night);
  await expect(page.getByText("Locurile tale sunt rezervate încă")).toHaveCount(0);
  await numberOf(page, "Intrare generală").selectOption("1");
  await expect(payButton(page)).toBeEnabled();
});

test("a hold that ends while the page is open is over in all of it, after a reload, in a new tab and from the card page", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectStatus(410);
  await newCustomer(page);
  await page.clock.install();
  await openNight(page, night);
  await numberOf(page, "Intrare generală").selectOption("1");
  await payButton(page, "100").click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  const cardPage = page.url();
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await untilTakenOver(page);
  const order = /\/checkout\/([\w-]+)/.exec(await page.content())?.[1] ?? "";
  const state = () => rowsOfSite("SELECT state FROM orders WHERE id = $1", [order]);
  await rowsOfSite("UPDATE orders SET hold_expires_at = now() WHERE id = $1", [order]);
  await expect.poll(state).toEqual([{ state: "expired" }]);
  await page.clock.fastForward("31:00");
  const isOver = async (page: Page) => {
    await expect(page.locator("#bilete").getByText("Rezervarea a expirat")).toBeVisible();
    await expect(page.locator(".buy-bar")).toContainText("A expirat");
    await expect(page.getByText(/sunt rezervate|Continuă plata|Poți reveni la plată/)).toHaveCount(0);
    await expect(numberOf(page, "Intrare generală")).toHaveValue("1");
    await expect(page.getByRole("button", { name: "Rezervă din nou: 100 LEI" })).toBeVisible();
  };
  await isOver(page);
  await page.reload();
  await untilTakenOver(page);
  await isOver(page);

  const tab = await context.newPage();
  await tab.goto(cardPage);
  await tab.getByRole("link", { name: /Înapoi la/ }).click();
  await untilTakenOver(tab);
  await isOver(tab);
  for (const _ of ["first", "again"]) {
    await tab.goto("/orders");
    await expect(tab.getByRole("complementary", { name: "Rezervarea a expirat" })).toBeVisible();
  }
  await tab.getByRole("link", { name: "Alege din nou aceleași bilete" }).click();
  await untilTakenOver(tab);
  await isOver(tab);
  await numberOf(tab, "Intrare generală").selectOption("2");
  await expect(tab.locator(".buy-bar")).not.toContainText("alegerea ta a rămas");
});

test("the button that a person is about to click does not move when the script is loaded", {
  tag: "@sizes",
}, async ({ page, context }) => {
  await newCustomer(page);
  await openNight(page, night);
  let letScriptsCome = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  const fresh = await context.newPage();
  await fresh.route("**/*.js", async (route) => {
    await scripts;
    await route.continue();
  });
  const taken = fresh.goto(page.url());
  const plain = fresh.getByRole("button", { name: "Spre plată" });
  await expect(plain).toBeVisible();
  // the fonts load late as well, and may move things
  await fresh.waitForFunction(() => {
    const [inter, headings] = ["Inter", "Bricolage"].map((family) =>
      [...document.fonts].some((face) => face.family === family && face.status === "loaded"),
    );
    return inter && headings && document.fonts.status === "loaded";
  });
  const before = await plain.boundingBox();
  letScriptsCome();
  await taken;
  expect(await fresh.getByRole("button", { name: "Alege câte bilete vrei" }).boundingBox()).toEqual(before);
});
