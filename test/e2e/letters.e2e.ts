import { letterSamples } from "#devkit/gallery/letter-samples.ts";
import { hardToRead } from "#test/support/axe.ts";
import { expect, test } from "#test/support/watched-test.ts";

for (const colorScheme of ["light", "dark"] as const)
  test(`every letter fits a phone and can be read there, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const grounds = new Map<string, string>();
    for (const [name, html] of Object.entries(letterSamples))
      await test.step(name, async () => {
        await page.setContent(html);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
        expect(await hardToRead(page), name).toEqual([]);
        grounds.set(name, await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      });
    // the colours of an edited letter are its author's
    const { edited, ...own } = Object.fromEntries(grounds);
    const light = "rgb(233, 225, 208)";
    expect(edited).toBe(light);
    expect(new Set(Object.values(own))).toEqual(new Set([colorScheme === "light" ? light : "rgb(5, 8, 15)"]));
  });
