/**
 * Takes pictures of screens that a running server shows, at the width of a phone and of a laptop:
 *
 *     node devkit/take-screenshots.ts http://127.0.0.1:3000 [name ...]
 *
 * Starts no server. Without names it takes every screen that /_demo/screens lists, and /_demo/ui. The pictures go to
 * the ignored folder screenshots/. With AXE=1 it also asks axe what is wrong with each screen, and fails if anything is.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";

export type Screen = { name: string; path: string };

const widths = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const folder = path.join(import.meta.dirname, "../screenshots");
const debianChromium = "/usr/bin/chromium";

const [base = "http://127.0.0.1:3000", ...names] = process.argv.slice(2);
const browser = await openBrowser();
try {
  const screens = names.length > 0 ? names.map(screenOf) : await listScreens(browser, base);
  const wrong = await takeAll(browser, base, screens);
  for (const line of wrong) console.log(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}

function screenOf(name: string): Screen {
  return name.startsWith("/")
    ? { name: name.slice(1).replaceAll("/", "-") || "home", path: name }
    : { name, path: `/_demo/screens/${name}` };
}

async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

async function listScreens(browser: Browser, base: string): Promise<Screen[]> {
  const page = await browser.newPage();
  await page.goto(`${base}/_demo/screens`);
  const names = await page
    .locator("[data-screen]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("data-screen") ?? ""));
  await page.close();
  return [...names.map(screenOf), { name: "ui", path: "/_demo/ui" }];
}

async function takeAll(browser: Browser, base: string, screens: Screen[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const wrong: string[] = [];
  for (const size of widths) {
    const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
    for (const screen of screens) {
      const page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error") wrong.push(`${screen.name} ${size.width}: ${message.text()}`);
      });
      page.on("pageerror", (failure) => wrong.push(`${screen.name} ${size.width}: ${failure.message}`));
      await page.goto(base + screen.path, { waitUntil: "networkidle" });
      await seeWholePage(page);
      await page.screenshot({ path: path.join(folder, `${screen.name}-${size.width}.png`), fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) wrong.push(`${screen.name} ${size.width}: ${overflow} px wider than the screen`);
      if (process.env.AXE)
        wrong.push(...(await askAxe(page)).map((line) => `${screen.name} ${size.width}: ${line}`));
      await page.close();
    }
    await context.close();
  }
  return wrong;
}

/** Lazy pictures come only when one scrolls to them. */
async function seeWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
    // A lazy picture that nothing brings into sight never comes: wait for the others, and not for ever.
    const patience = new Promise((resolve) => setTimeout(resolve, 1500));
    await Promise.race([
      patience,
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
    ]);
  });
}

type AxeResult = { violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] };

async function askAxe(page: Page): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(await readFile(file, "utf8"));
  const result = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResult;
  return result.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} ${node.target.join(" ")} ${node.failureSummary.replaceAll("\n", " ")}`,
    ),
  );
}
