import { ownNight } from "#test/support/own-night.ts";
import { buy, general } from "#test/support/purchase-steps.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { freshName, letterTo, newCustomer } from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

test("a visitor who types without diacritics finds nights and artists, with the button too", async ({
  page,
}) => {
  await page.goto("/events");
  await page.getByRole("searchbox", { name: "Caută" }).fill("plina luna");
  await page.getByRole("button", { name: "Caută", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Luna Plină", level: 2 })).toBeVisible();
  await page.getByRole("searchbox", { name: "Caută" }).fill("mareea");
  const artists = page.getByRole("navigation", { name: "Artiști găsiți" });
  await expect(artists.getByRole("link", { name: "Mareea Verde" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Noaptea Fosforului", level: 2 })).toBeVisible();
});

test("the rule for passwords stands there before one is typed", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByLabel("Parolă", { exact: true })).toHaveAccessibleDescription(
    /^Cel puțin 8 caractere/,
  );
});

test("the ticket after paying shows its code above the fold, and a long title leaves the place its own line", async ({
  page,
}) => {
  const email = await newCustomer(page);
  await buy(page, "Ultima Lumină", { "Intrare generală": 1 });
  const code = page.getByRole("img", { name: /^Cod QR/ });
  await expect(code).toBeInViewport({ ratio: 1 });
  await untilTakenOver(page);
  await page.getByRole("heading", { name: "Ultima Lumină" }).evaluate((title) => {
    title.textContent = "Noaptea cu două rânduri de titlu";
  });
  const title = await page.getByRole("heading", { name: "Noaptea cu două rânduri" }).boundingBox();
  const place = await page.locator(".tear-card__below").boundingBox();
  expect(title?.height).toBeGreaterThan(60);
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);

  await letterTo(page.request, email, /Ultima Lumină/);
  await page.goto("/_demo/mail");
  await expect(page).toHaveTitle(/^Cutia poștală/);
  await page.getByRole("link", { name: email }).click();
  await expect(page).toHaveTitle(/Ultima Lumină/);
  const letter = page.frameLocator("iframe").locator("body");
  const frame = await page.locator("iframe").boundingBox();
  expect((await letter.boundingBox())?.height).toBeLessThanOrEqual(frame?.height ?? 0);
});

test("a long title stays off the date of its ticket, and what was typed in lines is read in lines", async ({
  page,
}) => {
  const words = "Noaptea în care marea aprinde toate farurile coastei și nimeni nu doarme până dimineața";
  const night = await ownNight(words, { [general]: 40 });
  const lines = "Primul rând.\nAl doilea rând.\nAl treilea.";
  await rowsOfSite("UPDATE events SET description = $2 WHERE id = $1 RETURNING id", [night.id, lines]);
  const [artist] = await rowsOfSite<{ slug: string }>(
    "INSERT INTO artists (id, name, bio, featured) VALUES (gen_random_uuid(), $1, $2, true) RETURNING slug",
    [freshName("Rânduri"), lines],
  );
  for (const path of [night.path, `/artists/${artist?.slug}`]) {
    await page.goto(path);
    const text = page.locator(".prose p", { hasText: "Al doilea rând." });
    const rows = await text.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
    expect(Math.round(rows), path).toBe(3);
  }
  await newCustomer(page);
  await page.goto(night.path);
  await buy(page, night.title, { [general]: 1 });
  const card = page.locator(".tear-card").first();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const [date, title, place] = await Promise.all(
      [".tear-card__above", ".tear-card__title", ".tear-card__below"].map((part) =>
        card.locator(part).boundingBox(),
      ),
    );
    if (!date || !title || !place) throw new Error("the card is not there");
    expect(date.y + date.height, `date at ${width}`).toBeLessThanOrEqual(title.y + 1);
    expect(title.y + title.height, `place at ${width}`).toBeLessThanOrEqual(place.y + 1);
  }
});

test('a narrow heading does not break "s-a" after its hyphen', async ({ page }) => {
  for (const screen of ["event-moved", "moved-choice", "success-cancelled"]) {
    await page.goto(`/_demo/screens/${screen}`);
    const word = page.locator(".one-line").first();
    await expect(word).toHaveText("s-a");
    // at one of these widths the line ends there
    for (let width = 240; width <= 400; width += 8) {
      await page.setViewportSize({ width, height: 640 });
      expect(await word.evaluate((one) => one.getClientRects().length), `${screen} ${width}`).toBe(1);
    }
  }
});
