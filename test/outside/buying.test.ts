import { afterAll, expect, it, onTestFinished } from "vitest";
import { startSite } from "#test/support/site.ts";
import { type OutsideBrowser, outsideBrowsers } from "./outside-browser.ts";

const { found, missing } = outsideBrowsers();
for (const name of missing) console.log(`skipped: ${name} is not installed`);
const site = await startSite();
afterAll(() => site.stop());

const text = JSON.stringify;
/** In the page: the element of that kind whose name or text fits. */
const named = (selector: string, name: RegExp) =>
  `[...document.querySelectorAll(${text(selector)})].find((e) => ${name}.test((e.getAttribute("aria-label") ?? e.textContent).trim()) && e.getClientRects().length > 0)`;

function handsOn(browser: OutsideBrowser) {
  /** Until it is there, and the page's script has taken over. */
  const waitFor = (selector: string, name: RegExp) =>
    expect
      .poll(() =>
        browser.run<boolean>(
          `return document.readyState === "complete" && Boolean(${named(selector, name)})`,
        ),
      )
      .toBe(true);
  return {
    waitFor,
    async press(selector: string, name: RegExp) {
      await waitFor(selector, name);
      await browser.run(`${named(selector, name)}.click()`);
    },
    async type(label: RegExp, value: string) {
      await waitFor("label", label);
      // as React hears it, too
      await browser.run(`const field = ${named("label", label)}.control;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, ${text(value)});
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));`);
    },
  };
}

it.each(found)(
  "in %s somebody without an account buys two tickets and sees their codes",
  async (name, open) => {
    const browser = await open();
    onTestFinished(() => browser.close());
    const { waitFor, press, type } = handsOn(browser);
    await browser.open(`${site.origin}/events/noaptea-perseidelor`);
    await type(/^Intrare generală$/, "2");
    await press("#bilete button", /^Plătește/);
    await press("a", /Continuă fără cont/);
    await type(/^Nume$/, "Maria Fără Cont");
    await type(/^Email$/, `maria.${name.replace(/\W/g, "").toLowerCase()}@exemplu.ro`);
    await press("button", /^Continuă la plată/);
    await type(/^Număr card/, "4242 4242 4242 4242");
    await type(/^Expiră/, "12 / 34");
    await type(/^Cod CVC/, "123");
    await type(/^Numele de pe card/, "MARIA");
    await press("button", /^Plătește/);
    await waitFor("h1, h2", /Plata Reusita!/);
    const pictures = `[...document.querySelectorAll("img[alt*='FSC-']")]`;
    await expect
      .poll(() =>
        browser.run(`return ${pictures}.filter((one) => one.complete && one.naturalWidth > 0).length`),
      )
      .toBeGreaterThan(0);
  },
  300_000,
);
