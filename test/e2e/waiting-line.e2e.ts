import { startSite } from "#test/support/site.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { newCustomer, numberOf, payButton } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

/** The first order gets its card page at once, and the next one as good as never. */
const slowProvider = { PROVIDER_RATE: "0.001" };
const nights = ["Ultima Lumină", "Noaptea Perseidelor"];

test("an order that has to wait for the card page shows its place in the queue and goes there, with a script and without", async ({
  page,
  newPerson,
}) => {
  test.slow();
  const site = await startSite(slowProvider);
  try {
    await newCustomer(page, site);
    await page.clock.install();
    for (const night of nights) {
      await page.goto(`${site.origin}/events`);
      await page.getByRole("link", { name: night }).first().click();
      await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
      await numberOf(page, "Intrare generală").selectOption("1");
      await payButton(page).click();
      await expect(
        page.getByRole("heading", { name: /Plătește cu cardul|Locul tău este rezervat/ }),
      ).toBeVisible();
    }
    await expect(page.getByRole("heading", { name: "Locul tău este rezervat" })).toBeVisible();
    await expect(page.getByText("Locul la rând", { exact: true })).toBeVisible();
    const orderPage = page.url();

    // the same order without a script: the page reloads itself, and later redirects
    const storageState = await page.context().storageState();
    const still = await newPerson({ javaScriptEnabled: false, storageState });
    await still.goto(orderPage);
    await expect(still.getByRole("heading", { name: "Locul tău este rezervat" })).toBeVisible();
    const again = await still.locator('noscript meta[http-equiv="refresh"]').getAttribute("content");
    expect(again).toMatch(/^20;url=\/checkout\/[0-9a-f-]{36}\?line=\d+$/);

    // the provider may be asked again: the page learns it by itself
    await rowsOfSite("UPDATE provider_pace SET next_at = now() - interval '1 hour'", [], site);
    const cardPage = page.getByRole("heading", { name: "Plătește cu cardul" });
    await expect(async () => {
      await page.clock.fastForward("01:00");
      await expect(cardPage).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await still.goto(site.origin + (again?.split("url=")[1] ?? ""));
    await expect(still.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
    expect(still.url()).toBe(page.url());
    await still.goto("about:blank");
  } finally {
    await page.goto("about:blank");
    await site.stop();
  }
});
