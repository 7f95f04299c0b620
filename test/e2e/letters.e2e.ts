import type { Page } from "@playwright/test";
import { letterSamples } from "#devkit/gallery/letter-samples.ts";
import { wrongForAxe } from "#test/support/axe.ts";
import { expect, test } from "#test/support/watched-test.ts";

// large words and single signs, such as the number of a step, too: axe leaves these out unless it is told
const contrast = { expected: 4.5 };
const strict = {
  ...{ ignoreUnicode: true, ignoreLength: true, ignorePseudo: false, pseudoSizeThreshold: 0.25 },
  ...{
    boldValue: 700,
    boldTextPt: 14,
    largeTextPt: 18,
    contrastRatio: { normal: contrast, large: contrast },
  },
};

type Judged = { violations: { nodes: unknown[] }[]; incomplete: { nodes: unknown[] }[]; passes: unknown[] };

/** What cannot be read easily on the present page, or what axe could not judge; it has been there already. */
async function badContrasts(page: Page): Promise<unknown[]> {
  const checks = [{ id: "color-contrast", options: strict }];
  await page.evaluate(`axe.configure(${JSON.stringify({ checks })})`);
  const judged = (await page.evaluate("axe.run(document, { runOnly: ['color-contrast'] })")) as Judged;
  expect(judged.passes).toHaveLength(1);
  return [...judged.violations, ...judged.incomplete].flatMap(({ nodes }) => nodes);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`every letter fits a phone and can be read there, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const grounds = new Map<string, string>();
    for (const [name, html] of Object.entries(letterSamples))
      await test.step(name, async () => {
        await page.setContent(html);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
        expect(await wrongForAxe(page), name).toEqual([]);
        expect(await badContrasts(page), name).toEqual([]);
        grounds.set(name, await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      });
    // the colours of an edited letter are its author's
    const { edited, ...own } = Object.fromEntries(grounds);
    const light = "rgb(233, 225, 208)";
    expect(edited).toBe(light);
    expect(new Set(Object.values(own))).toEqual(new Set([colorScheme === "light" ? light : "rgb(5, 8, 15)"]));
  });
