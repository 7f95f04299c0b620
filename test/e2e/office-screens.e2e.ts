import type { Page } from "@playwright/test";
import { wrongForAxe } from "#test/support/axe.ts";
import { logIn } from "#test/support/visitor.ts";
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

/** The address of the first row of this list, read from its link. */
async function firstOf(page: Page, list: string, name: string): Promise<string> {
  await page.goto(list);
  await page.getByRole("link", { name, exact: true }).first().click();
  await expect(page.getByRole("button", { name: /^Salvează / }).first()).toBeVisible();
  return new URL(page.url()).pathname;
}

test("axe finds nothing on the screens of the catalogue, in any of their states, and nothing is wider than the screen", async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  for (const status of [404, 409, 422]) complaints.expectStatus(status);
  await logIn(page, "admin@fosfor.example", "far-pe-dig-27");
  const night = await firstOf(page, "/admin/events?q=Eclipsa", "Eclipsa");
  const artist = await firstOf(page, "/admin/artists?q=Pelin", "Pelin");
  const type = await firstOf(page, "/admin/abonamente", "Couple Ticket");

  await page.goto("/admin/events");
  await page.locator(".office-bell > summary").click();
  await expect(page.getByRole("region", { name: "Notificări" }).getByRole("listitem").first()).toBeVisible();
  await isClean(page, "the bell");
  if ((page.viewportSize()?.width ?? 0) < 600) {
    await page.goto("/admin/events");
    await page.locator(".office-menu > summary").click();
    await isClean(page, "the menu");
  }
  for (const path of [
    "/admin/events?q=nimic-din-toate",
    "/admin/notifications",
    "/admin/search?q=luna",
    night,
    ...["delete", "opening", "duplicate", "preview", "history"].map((part) => `${night}/${part}`),
    "/admin/artists",
    artist,
    "/admin/tickets",
    "/admin/abonamente",
    type,
    `${type}/delete`,
    "/admin/status",
    "/admin/status/stops",
    "/admin/status/stops/start?kind=sale",
    "/admin/status/history",
    "/admin/events/0198b6f0-0000-4000-8000-000000000001",
  ]) {
    await page.goto(path);
    await isClean(page, path);
  }

  await page.goto("/admin/events/new");
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Acest câmp este obligatoriu").first()).toBeVisible();
  await isClean(page, "a form with mistakes");

  const word = crypto.randomUUID().slice(0, 8);
  await page.goto(artist);
  const other = await page.context().newPage();
  await other.goto(artist);
  await other.getByLabel("Tagline").fill(`Afro, ${word}`);
  await other.getByRole("button", { name: "Salvează artistul" }).click();
  await expect(other.getByText("Artist updated successfully")).toBeVisible();
  await other.close();
  await page.getByLabel("Biografie").fill(`Cântă ${word}.`);
  await page.getByRole("button", { name: "Salvează artistul" }).click();
  await expect(page.getByRole("button", { name: "Salvează alegerile" })).toBeVisible();
  await isClean(page, "two versions");
  await page.goto(`${artist}/history`);
  await isClean(page, "a history");
});

test("on a phone the lists sort, filter, and take several rows at once", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, "admin@fosfor.example", "far-pe-dig-27");
  await page.goto("/admin/tickets");
  const sort = page.getByRole("link", { name: "Preț" });
  await expect(sort).toBeInViewport();
  await sort.click();
  await expect(page).toHaveURL(/sort=price/);

  await page.goto("/admin/events");
  await page.getByLabel("Când").selectOption({ label: "Viitoare" });
  await expect(page).toHaveURL(/when=coming/);
  const box = page.getByRole("checkbox", { name: "Alege Noaptea Fosforului" });
  await box.check();
  const act = page.getByRole("button", { name: "Fă disponibile" });
  await expect(act).toBeInViewport({ ratio: 1 });
  // the bar follows to where the last rows are
  await page.mouse.wheel(0, 3_000);
  await expect(act).toBeInViewport({ ratio: 1 });
  await isClean(page, "chosen rows on a phone");
  await act.click();
  await expect(box).not.toBeChecked();
  await expect(act).toBeHidden();
});
