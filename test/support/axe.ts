import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page, test } from "@playwright/test";

const program = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

const phone = { width: 390, height: 844 };
const laptop = { width: 1280, height: 900 };
const widerLaptop = { width: 1366, height: 768 };

/** What axe finds on the page as a phone shows it, and how much of it is wider than a phone or a laptop, a line per place. */
export async function wrongWith(page: Page, name = page.url()): Promise<string[]> {
  return [...(await widerThanWindow(page)), ...(await smallFields(page)), ...(await wrongForAxe(page))].map(
    (line) => `${name}: ${line}`,
  );
}

/** How much of the page is wider than a laptop or a phone, and which table is cut off; it stays at the size of a phone. */
export async function widerThanWindow(page: Page): Promise<string[]> {
  const wider = [];
  for (const size of [widerLaptop, laptop, phone]) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.fonts.ready);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) wider.push(`${overflow} px wider than ${size.width}`);
    for (const cut of await cutTables(page)) wider.push(`${cut} at ${size.width}`);
  }
  return wider;
}

/** Tables of the back-office that are wider than their frame, where no scrolling leads to the last column. */
const cutTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".office-table > table")].flatMap((table) => {
      const frame = table.parentElement ?? table;
      const hidden = table.getBoundingClientRect().width - frame.clientWidth;
      return hidden > 1 && !["auto", "scroll"].includes(getComputedStyle(frame).overflowX)
        ? [`${Math.round(hidden)} px cut off of the table ${table.getAttribute("aria-label")}`]
        : [];
    }),
  );

/** Fields in which a phone's keyboard writes, with letters so small that the phone zooms into them. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")]
      .filter((field) => !["checkbox", "radio", "hidden", "file", "color", "range"].includes(field.type))
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.name || field.id} is a field of less than 16 px`),
  );

/** Ways to the states of pages, by their names. */
export type PageStates = Readonly<Record<string, (page: Page) => Promise<void>>>;

/** What is wrong with the page in each of these states, which are reached one after the other. */
export async function wrongInStates(page: Page, states: PageStates): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, reach] of Object.entries(states))
    await test.step(name, async () => {
      await reach(page);
      wrong.push(...(await wrongWith(page, name)));
    });
  return wrong;
}

async function wrongForAxe(page: Page): Promise<string[]> {
  await page.evaluate(program);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: Violation[];
  };
  return inLines(violations);
}

// axe alone asks less of large words, and nothing of a single sign
const contrast = { expected: 4.5 };
const everyText = {
  ignoreUnicode: true,
  ignoreLength: true,
  ignorePseudo: false,
  pseudoSizeThreshold: 0.25,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: { normal: contrast, large: contrast },
};

/** The texts of the present page, large ones too, that differ from their ground by less than 4.5, or cannot be judged. */
export async function hardToRead(page: Page): Promise<string[]> {
  await page.evaluate(program);
  await page.evaluate(
    `axe.configure(${JSON.stringify({ checks: [{ id: "color-contrast", options: everyText }] })})`,
  );
  const { passes, violations, incomplete } = (await page.evaluate(
    "axe.run(document, { runOnly: ['color-contrast'] })",
  )) as Record<"passes" | "violations" | "incomplete", Violation[]>;
  return passes.length === 0 ? ["no text was judged"] : inLines([...violations, ...incomplete]);
}

function inLines(violations: readonly Violation[]): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} ${node.target.join(" ")} ${node.failureSummary.replaceAll("\n", " ")}`),
  );
}
