import { chromium, type Page } from "@playwright/test";
import { type GoalResult, median } from "./goal.ts";
import { chromiumPath } from "./lighthouse-run.ts";

const slower = 4;
const wantedMs = 200;

/** G5, INP: how long the page is busy with another ticket type or another quantity, on a processor four times slower. */
export async function measureInteraction(url: string, rounds: number): Promise<GoalResult> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const measured: Record<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
      measured.push({ ms: await longest(await context.newPage(), url) });
      await context.close();
    }
    const ms = median(measured.map((round) => round.ms ?? 0));
    return {
      goal: "G5",
      what: `INP of choosing a type and a quantity, processor ${slower} times slower`,
      figure: `${Math.round(ms)} ms`,
      ratio: "-",
      wanted: `<= ${wantedMs} ms`,
      met: ms <= wantedMs,
      rounds: measured,
    };
  } finally {
    await browser.close();
  }
}

/** The longest time from a touch or a key to the next picture; 16 ms is the least that a browser tells. */
async function longest(page: Page, url: string): Promise<number> {
  const chosen = page.locator('main label:has(input[type="radio"]:not(:disabled))');
  await page.goto(url, { waitUntil: "networkidle" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.push(one.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const types = await chosen.count();
  if (types === 0) throw new Error("the night offers nothing to choose");
  for (let i = types - 1; i >= 0; i--) await chosen.nth(i).click();
  await page.locator("main select").first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(16, ...(window as unknown as { seen: number[] }).seen));
}
