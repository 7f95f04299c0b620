import { expect, type Locator, type Page } from "@playwright/test";

/**
 * What lies between a night and its ticket, counted: every screen that a person comes
 * to, the night and the ticket among them, also where there is nothing to press; the mailbox, its list and the letter
 * opened there, is one screen. And the fields that are typed into or chosen from. `waits` has the milliseconds from a press until what is pressed
 * next can be pressed, one for each screen reached by `press`, after `asPhone` in a long run with the processor of a phone.
 */
export function countScreens() {
  const seen = { screens: 0, fields: 0, waits: [] as number[] };
  let pressedAt: number | null = null;
  return {
    seen,
    /** Makes the page's scripts four times slower, as Lighthouse does for a phone; it would double the time of short runs. */
    asPhone: async (page: Page) => {
      if (process.env.TEST_SCALE !== "long") return;
      const browser = await page.context().newCDPSession(page);
      await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    },
    press: async (button: Locator) => {
      pressedAt = performance.now();
      await button.click();
    },
    screen: async (usable: Locator) => {
      await usable.waitFor();
      await expect(usable).toBeEnabled();
      if (pressedAt !== null) seen.waits.push(Math.round(performance.now() - pressedAt));
      pressedAt = null;
      seen.screens += 1;
    },
    fill: async (page: Page, label: string, text: string) => {
      seen.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}
