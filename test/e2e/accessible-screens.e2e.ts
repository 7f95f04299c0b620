import type { Page } from "@playwright/test";
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
  const look = async (name: string) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wrong.push(`${name}: ${overflow} px wider than the screen`);
    wrong.push(...(await wrongForAxe(page)).map((line) => `${name}: ${line}`));
  };
  for (const path of [...paths, "/_demo/ui"]) {
    await page.goto(path);
    await look(path);
    if (await openAll(page)) await look(`${path}, with everything open`);
  }
  expect(wrong).toEqual([]);
});

/** Opens what is folded on a page; false where nothing is. */
async function openAll(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const folded = [...document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")];
    for (const details of folded) details.open = true;
    return folded.length > 0;
  });
}
