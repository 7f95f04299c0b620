import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fillGuest, general, guestPays, payAndSee, roomyNight } from "#test/support/purchase-steps.ts";
import { freshEmail, numberOf, openNight } from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

/** What Chrome 109, Firefox 115 or Safari 16 does not know. */
const newer = [
  /\b(?:Map|Object)\.groupBy\(/,
  /\.(?:toSorted|toReversed|toSpliced|toWellFormed|isWellFormed|checkVisibility|isSubsetOf|symmetricDifference)\(/,
  // `with` of an array, by its two arguments
  /\.with\([^()]*,/,
  /\(\?<[=!]/,
  /\bURL\.(?:canParse|parse)\(/,
  /\bPromise\.(?:withResolvers|try)\(|\bArray\.fromAsync\(|\bAbortSignal\.any\(|\bRegExp\.escape\(|\bIterator\.from\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|reduce|take|drop|flatMap)\(/,
];
/** zod asks whether it is there before it calls it. */
const asked = /typeof URL\.canParse\s*===?\s*[`"']function[`"']\s*\?\s*URL\.canParse\(/g;

test("what a browser of 2023 does not know is in no file that it gets", { tag: "@first" }, () => {
  const folder = new URL("../../build/client/assets/", import.meta.url);
  const found = readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => {
      const code = readFileSync(new URL(file, folder), "utf8").replaceAll(asked, "");
      return newer.flatMap((name) => (name.test(code) ? [`${file}: ${name.exec(code)?.[0]}`] : []));
    });
  expect(found).toEqual([]);
});

async function chooseTwoAndCount(page: Page): Promise<void> {
  await openNight(page, roomyNight);
  await numberOf(page, general).selectOption("2");
  await expect(page.locator(".summary__total dd").last()).toHaveText("230 LEI");
}

/** Each facility that a page may meet refused, absent or null. */
const lacking: Readonly<Record<string, () => void>> = {
  "storage that throws": () => {
    const refuse = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["sessionStorage", "localStorage", "caches", "indexedDB", "BroadcastChannel"])
      Object.defineProperty(window, name, { get: refuse });
  },
  "storage that is null, and nothing else": () => {
    for (const name of ["sessionStorage", "localStorage"])
      Object.defineProperty(window, name, { value: null });
    for (const name of ["BroadcastChannel", "IntersectionObserver", "ResizeObserver", "matchMedia", "caches"])
      Reflect.deleteProperty(window, name);
    for (const name of ["serviceWorker", "clipboard", "share", "locks", "storage", "mediaDevices"])
      Reflect.deleteProperty(Navigator.prototype, name);
  },
  "functions of 2024": () => {
    Reflect.deleteProperty(Map, "groupBy");
    for (const name of ["toSorted", "toReversed", "toSpliced", "with"])
      Reflect.deleteProperty(Array.prototype, name);
    for (const name of ["toWellFormed", "isWellFormed"]) Reflect.deleteProperty(String.prototype, name);
    Reflect.deleteProperty(URL, "canParse");
  },
};

for (const [name, take] of Object.entries(lacking))
  test(`a browser without ${name} shows every page and sells`, async ({ browser }) => {
    // React Router's own script complains on the console, and goes on
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(take);
    for (const path of ["/", "/events", "/login", "/register", "/orders", "/poarta/"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expect(page.getByText(/Application Error|Nu s-au putut/)).toHaveCount(0);
      await expect(page.getByRole("heading").first()).toBeVisible();
    }
    await chooseTwoAndCount(page);
    await page.context().close();
  });

/** As Chrome and Edge do it: each text goes into `<font>` elements, also what is shown later. */
async function translate(page: Page, way: "replaced" | "moved"): Promise<void> {
  await untilTakenOver(page);
  await page.evaluate((how) => {
    const change = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.nodeValue?.trim() || parent?.closest("font, script, style, title, option, textarea"))
          continue;
        const font = document.createElement("font");
        const inner = font.appendChild(document.createElement("font"));
        parent?.replaceChild(font, text);
        inner.append(how === "moved" ? text : text.nodeValue);
      }
    };
    change(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.nodeName !== "FONT") change(node);
    }).observe(document.body, { childList: true, subtree: true });
  }, way);
}

for (const way of ["replaced", "moved"] as const)
  test(`a page whose texts a browser's translation has ${way} counts and sells`, {
    tag: "@first",
  }, async ({ page }) => {
    await openNight(page, roomyNight);
    await translate(page, way);
    const total = page.locator(".summary__total dd");
    for (const [many, sum] of [
      ["2", "230 LEI"],
      ["1", "115 LEI"],
      ["0", "0 LEI"],
      ["2", "230 LEI"],
    ] as const) {
      await numberOf(page, general).selectOption(many);
      await expect(total).toHaveText(sum);
    }
    await fillGuest(page, freshEmail());
    await translate(page, way);
    await expect(guestPays(page)).toContainText("230");
    await guestPays(page).click();
    await payAndSee(page);
    await translate(page, way);
    await expect(page.getByText(/Application Error|Nu s-au putut/)).toHaveCount(0);
  });
