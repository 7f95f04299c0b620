import { wrongForAxe } from "#test/support/axe.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

test("axe finds nothing on any screen of the gallery, in any of its states", { tag: "@sizes" }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto("/_demo/screens");
  const paths = await page
    .locator("[data-screen]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const path of [...paths, "/_demo/ui"]) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wrong.push(`${path}: ${overflow} px wider than the screen`);
    wrong.push(...(await wrongForAxe(page)).map((line) => `${path}: ${line}`));
  }
  expect(wrong).toEqual([]);
});

test("axe finds nothing on the pages themselves, with the controls that a script adds", {
  tag: "@sizes",
}, async ({ page }) => {
  await page.goto("/events");
  const night = (await page.locator('a[href^="/events/"]').first().getAttribute("href")) ?? "";
  await page.goto("/");
  const artist = (await page.locator('a[href^="/artists/"]').first().getAttribute("href")) ?? "";
  const wrong: string[] = [];
  for (const path of ["/", "/events", night, artist, "/tickets", "/season-pass", "/login", "/register"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wrong.push(`${path}: ${overflow} px wider than the screen`);
    wrong.push(...(await wrongForAxe(page)).map((line) => `${path}: ${line}`));
  }
  expect(wrong).toEqual([]);
});
