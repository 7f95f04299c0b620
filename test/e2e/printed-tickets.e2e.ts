import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { qrInPdf, qrInPicture } from "#test/support/read-qr.ts";
import { demoLogins, freshName, newCustomer, signIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

/** The codes of this page's tickets; those that were used lie under a stamp. */
async function codesOf(page: Page): Promise<string[]> {
  const pictures = page.locator('img[src*="/qr.svg"]');
  const addresses = await pictures.evaluateAll((found: HTMLImageElement[]) =>
    found.filter((one) => !one.closest(".tear-card--used")).map(({ src }) => src),
  );
  const files = await Promise.all([...new Set(addresses)].map((address) => page.request.get(address)));
  const codes = await Promise.all(files.map(async (file) => qrInPicture(await file.body())));
  return codes.flat();
}

/** All codes can be read from the paper. */
async function printsAll(page: Page, atLeast: number): Promise<void> {
  await expect(page.locator('img[src*="/qr.svg"]').first()).toBeAttached();
  const wanted = await codesOf(page);
  expect(wanted.length).toBeGreaterThanOrEqual(atLeast);
  const printed = (await qrInPdf(await page.pdf({ format: "A4" }))).flat();
  expect(wanted.filter((code) => !printed.includes(code))).toEqual([]);
}

test("no page that holds tickets leaves one out on paper: after paying, and of the account", async ({
  page,
}) => {
  const [sand, deck] = [freshName("Nisip"), freshName("Ponton")];
  const { path } = await ownNight("Noapte de tipărit", { [sand]: 40, [deck]: 65 });
  await newCustomer(page);
  await buy(page, path, { [sand]: 2, [deck]: 1 });
  await page.getByRole("button", { name: "Biletul următor" }).click();
  await printsAll(page, 3);
  // some browsers lay the page itself out as paper, with all tickets in sight; the deck stays where it was
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.emulateMedia({ media: null });
  await expect(page.getByRole("status").filter({ hasText: "Biletul 2 din 3" })).toBeVisible();
  await page.goto("/profile");
  await printsAll(page, 3);
});

test("no ticket is left out on paper because its night is closed: all of an account, each night of its pass", async ({
  page,
}) => {
  test.slow();
  await signIn(page, demoLogins.customer.email);
  await page.goto("/profile");
  await printsAll(page, 10);

  const closed = page.locator('details[data-print="open"]:not([open])');
  const before = await closed.count();
  expect(before).toBeGreaterThan(0);
  const tell = (what: string) => page.evaluate((name) => dispatchEvent(new Event(name)), what);
  await tell("beforeprint");
  await expect(closed).toHaveCount(0);
  await tell("afterprint");
  await expect(closed).toHaveCount(before);
});
