import type { Page } from "@playwright/test";
import { wrongWith } from "#test/support/axe.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

/** So many tests, each of about eight screens. */
const parts = 24;

for (let part = 1; part <= parts; part += 1)
  test(`axe finds nothing on the screens of the gallery, in any of their states, and none is wider than a phone or a laptop: part ${part} of ${parts}`, async ({
    page,
  }) => {
    await page.goto("/_demo/screens");
    const listed = await page
      .locator("[data-screen]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const paths = [...listed, "/_demo/ui"].filter((_, at) => at % parts === part - 1);
    expect(paths.length).toBeGreaterThan(3);
    const wrong: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      wrong.push(...(await wrongWith(page, path)));
      if (await openAll(page)) wrong.push(...(await wrongWith(page, `${path}, with everything open`)));
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
