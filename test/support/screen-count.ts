import type { Page } from "@playwright/test";

/**
 * What lies between a night and its ticket, as decision 78 counts it: the screens on which something is pressed, and the
 * ticket; the fields that are typed into or chosen from.
 */
export function countScreens() {
  const seen = { screens: 0, fields: 0 };
  return {
    seen,
    screen: () => {
      seen.screens += 1;
    },
    fill: async (page: Page, label: string, text: string) => {
      seen.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}
