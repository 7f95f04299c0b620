import type { Page } from "@playwright/test";
import { expect, test } from "#test/support/watched-test.ts";

/** Verdicts with everything that they may have: a group, an adult's night, the chief's button, long advice, a stamp. */
const verdicts = [
  "admitted",
  "admitted-adult",
  "admitted-group",
  "admitted-long",
  "given",
  "refused",
  "look",
  "look-other-gate",
  "stamp",
];

const phones = [
  ["lies", 844, 390],
  ["lies", 640, 360],
  ["stands", 360, 640],
] as const;

for (const [how, width, height] of phones)
  test(`50: on a phone that ${how}, ${width} x ${height}, a verdict and its buttons are in sight without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const name of verdicts) {
      await page.goto(`/_demo/screens/scanner-${name}`);
      await expect(page.getByRole("alert").getByRole("heading")).toBeVisible();
      expect.soft(await outOfSight(page, ".gate__verdict :is(h1, p), button"), name).toEqual([]);
      if (how === "lies") expect.soft(await scrolls(page), name).toBe(false);
    }
    // the list of names may go on below, not what is done with a name
    await page.goto("/_demo/screens/scanner-guests-chosen");
    expect.soft(await outOfSight(page, ".scanner__panel :is(h2, button)"), "guests").toEqual([]);
    for (const name of ["camera", "camera-offline", "go-on", "asking"]) {
      await page.goto(`/_demo/screens/scanner-${name}`);
      expect
        .soft(await outOfSight(page, "button, .scanner__aim, main h1:not(.visually-hidden)"), name)
        .toEqual([]);
      expect.soft(await scrolls(page), name).toBe(false);
    }
  });

for (const [how, width, height] of phones)
  test(`50: on a phone that ${how}, ${width} x ${height}, the page for typed codes has its fields, its button and its verdict in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const name of ["gate", "gate-typed"]) {
      await page.goto(`/_demo/screens/${name}`);
      // the last entries may lie below
      const wanted = ".gate__typed :is(label, input:not([type=hidden]), button)";
      expect.soft(await outOfSight(page, wanted), name).toEqual([]);
    }
    for (const name of ["gate-admitted", "gate-admitted-person", "gate-refused"]) {
      await page.goto(`/_demo/screens/${name}`);
      const wanted = ".gate__verdict :is(h1, p), .gate__plus button, .gate__foot .gate__big";
      expect.soft(await outOfSight(page, wanted), name).toEqual([]);
      if (how === "lies") expect.soft(await scrolls(page), name).toBe(false);
    }
  });

/** What is not wholly in the window, or lies under something else. */
function outOfSight(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    await document.fonts.ready;
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
    return wrong.map((one) => `${one.tagName} ${(one.textContent ?? "").slice(0, 40)}`);
  }, selector);
}

const scrolls = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return scrollHeight > innerHeight + 1 || scrollWidth > innerWidth;
  });
