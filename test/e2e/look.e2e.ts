import { test } from "#test/support/watched-test.ts";

for (const width of [390, 1280])
  test(`look ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const [name, path] of [
      ["night", "/events/noaptea-fosforului"],
      ["home", "/"],
      ["list", "/events"],
    ] as const) {
      await page.goto(path);
      await page.waitForTimeout(600);
      await page.screenshot({ path: `/tmp/look-${name}-${width}.png`, fullPage: true });
    }
  });
