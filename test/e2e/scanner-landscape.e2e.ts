import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/watched-test.ts";

/** Verdicts with everything that they may have: a group, an adult's night, the chief's button, long advice, a stamp. */
const verdicts = [
  ...["admitted", "admitted-adult", "admitted-group", "admitted-long", "given"],
  ...["refused", "look", "look-other-gate", "stamp"],
];

for (const [width, height] of [
  [844, 390],
  [640, 360],
] as const)
  test(`50: on a phone that lies, ${width} x ${height}, a verdict and its buttons are in sight without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const name of verdicts) {
      await page.goto(`/_demo/screens/scanner-${name}`);
      await expect(page.getByRole("alert").getByRole("heading")).toBeVisible();
      expect.soft(await outOfSight(page, ".gate__verdict :is(h1, p), button"), name).toEqual([]);
    }
    for (const name of ["camera", "camera-offline", "go-on", "asking"]) {
      await page.goto(`/_demo/screens/scanner-${name}`);
      expect
        .soft(await outOfSight(page, "button, .scanner__aim, main h1:not(.visually-hidden)"), name)
        .toEqual([]);
    }
  });

/** What is not wholly in the window, or lies under something else. */
function outOfSight(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    await document.fonts.ready;
    const { scrollHeight, scrollWidth } = document.documentElement;
    const found = [...document.querySelectorAll<HTMLElement>(wanted)];
    if (found.length === 0) return ["nothing"];
    const wrong = found.filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isCovered =
        getComputedStyle(one).pointerEvents !== "none" &&
        !(above && (one.contains(above) || above.contains(one)));
      return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || isCovered;
    });
    return [
      ...wrong.map((one) => `${one.tagName} ${(one.textContent ?? "").slice(0, 40)}`),
      ...(scrollHeight > innerHeight + 1 || scrollWidth > innerWidth ? ["the page scrolls"] : []),
    ];
  }, selector);
}
