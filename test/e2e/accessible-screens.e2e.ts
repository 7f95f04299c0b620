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
  for (const path of paths) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wrong.push(`${path}: ${overflow} px wider than the screen`);
    wrong.push(...(await wrongForAxe(page)).map((line) => `${path}: ${line}`));
  }
  expect(wrong).toEqual([]);
});
