import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { cardPage, general, payAndSee } from "#test/support/purchase-steps.ts";
import { asOwner, rowsOfSite } from "#test/support/site-database.ts";
import { newCustomer, numberOf, payButton } from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

/** A night of its own: one type at 80 for the first two, then at 100; one that needs a code; and two codes. */
async function nightInPhases() {
  const type = { lei: 100, left: 100 };
  const types = { [general]: type, "Ponton ascuns": type };
  const { id: night, path: address } = await ownNight("Noaptea Fazelor", types, { inDays: 9 });
  const ids = Array.from({ length: 4 }, () => randomUUID());
  const [early, full, percent, unlock] = ids;
  const tag = String(early).slice(0, 8).toUpperCase();
  const codes = { percent: `NISIP-${tag}`, unlock: `CORAL-${tag}` };
  await asOwner(async (owner) => {
    await owner.query("BEGIN");
    await owner.query(
      "INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'phase', 2), ($2, 'phase', 2147483647), ($3, 'voucher', 2), ($4, 'voucher', 2)",
      ids,
    );
    await owner.query(
      `INSERT INTO price_phases (id, ticket_type_id, no, name, price) SELECT p.id, t.id, p.no, p.name, p.price
       FROM tickets t, (VALUES ($1::uuid, 1, 'Early Bird', 8000), ($2, 2, 'Preț întreg', 10000)) AS p(id, no, name, price)
       WHERE t.event_id = $3 AND t.type = $4`,
      [early, full, night, general],
    );
    await owner.query(
      `WITH hidden AS (UPDATE tickets SET requires_code = true WHERE event_id = $5 AND type = 'Ponton ascuns' RETURNING id)
       INSERT INTO vouchers (id, code, name, kind, percent, ticket_type_ids)
       SELECT $1::uuid, $2, 'Nisip', 'percent', 10, NULL::uuid[] UNION SELECT $3::uuid, $4, 'Coral', 'unlock', NULL, ARRAY[id] FROM hidden`,
      [percent, codes.percent, unlock, codes.unlock, night],
    );
    await owner.query("COMMIT");
  });
  return { address, codes };
}

const panel = (page: Page) => page.locator("#bilete");
const onCardPage = (page: Page) => expect(cardPage(page)).toBeVisible();

test("tickets at two prices are bought after a question with two answers", async ({ page }) => {
  const { address } = await nightInPhases();
  await newCustomer(page);
  await page.goto(address);
  await expect(panel(page)).toContainText("Early Bird 80 LEI · încă 2. Apoi 100 LEI");
  await numberOf(page, general).selectOption("4");
  const question = page.getByRole("region", { name: "Iei 2 la 80 și 2 la 100?" });
  await expect(question).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await question.getByRole("link", { name: "Doar 2 la 80 LEI" }).click();
  await expect(numberOf(page, general)).toHaveValue("2");
  await expect(payButton(page, "160")).toBeEnabled();
  await numberOf(page, general).selectOption("4");
  await question.getByRole("button", { name: "Da, 360 LEI" }).click();
  await payAndSee(page);
  await page.goto("/profile?section=orders");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Comanda \d+/ })
    .click();
  for (const sum of [`2 × ${general}Early Bird160 LEI`, `2 × ${general}Preț întreg200 LEI`])
    await expect(page.getByRole("main")).toContainText(sum);
});

test("a typed code lowers the sum, can be taken away, and is paid with; the choice stays", {
  tag: "@first",
}, async ({ page, complaints }) => {
  complaints.expectStatus(409);
  const { address, codes } = await nightInPhases();
  await newCustomer(page);
  await page.goto(address);
  await numberOf(page, general).selectOption("2");
  const apply = async (code: string) => {
    const field = page.getByLabel("Codul tău");
    if (!(await field.isVisible())) await page.getByText("Ai un cod?").click();
    await field.fill(code);
    await page.getByRole("button", { name: "Aplică" }).click();
  };
  await apply("NU-E-COD");
  const field = page.getByLabel("Codul tău");
  await expect(field).toHaveAccessibleDescription(/Codul nu este valabil\./);
  await expect(field).toHaveValue("NU-E-COD");
  await expect(numberOf(page, general)).toHaveValue("2");
  await apply(codes.percent.toLowerCase());
  await expect(panel(page)).toContainText("Codul mai poate fi folosit pentru 2 bilete.");
  await expect(panel(page)).toContainText(`${codes.percent}, la 2 bilete10 % din 160 LEI`);
  await expect(page.getByRole("status").filter({ hasText: codes.percent })).toBeFocused();
  await page.getByRole("button", { name: `Scoate codul ${codes.percent}` }).click();
  await expect(page.locator("summary").filter({ hasText: "Ai un cod?" })).toBeFocused();
  await expect(payButton(page, "160")).toBeVisible();
  await apply(codes.percent);
  await payButton(page, "144").click();
  await onCardPage(page);
  await expect(page.getByText("144", { exact: false }).first()).toBeVisible();
});

test("a code that is only typed stops the button that pays when it is wrong, and lowers the price when it is right", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(409);
  const { address, codes } = await nightInPhases();
  await newCustomer(page);
  await page.goto(address);
  await numberOf(page, general).selectOption("2");
  await page.getByText("Ai un cod?").click();
  const field = page.getByLabel("Codul tău");
  const pays = async (code: string, button: RegExp) => {
    await field.fill(code);
    await page.getByRole("button", { name: button }).first().click();
  };
  for (const wrong of [`${codes.percent}O`, `${codes.percent}0`]) {
    await pays(wrong, /^Plătește.*160/);
    await expect(field).toHaveAccessibleDescription(/Codul nu este valabil\./);
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(field).toHaveValue(wrong);
    await expect(numberOf(page, general)).toHaveValue("2");
  }
  await field.fill("");
  await payButton(page, "160").click();
  await onCardPage(page);
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await page.getByText("Ai un cod?").click();
  await pays(`${codes.percent}O`, /^Continuă plata: 160 LEI/);
  await expect(field).toHaveAccessibleDescription(/Codul nu este valabil\./);
  await pays(codes.percent, /^Continuă plata: 160 LEI/);
  await onCardPage(page);
  await expect(page.getByText("144", { exact: false }).first()).toBeVisible();
});

test("when a hold ends on the open page, panel, sum and button say the price that a new hold takes", async ({
  page,
  browser,
}) => {
  const { address } = await nightInPhases();
  await newCustomer(page);
  await page.clock.install();
  await page.goto(address);
  await numberOf(page, general).selectOption("2");
  await payButton(page, "160").click();
  await onCardPage(page);
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page.getByRole("button", { name: "Continuă plata: 160 LEI" })).toBeVisible();
  await untilTakenOver(page);
  const order = /\/checkout\/([\w-]+)/.exec(await page.content())?.[1] ?? "";
  const again = (lei: number) => page.getByRole("button", { name: `Rezervă din nou: ${lei} LEI` });
  // the page learns nothing of the server until its own clock was seen at the end
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    await gone;
    await route.continue();
  });
  await page.clock.fastForward("31:00");
  await expect(again(160)).toBeVisible();
  await expect(panel(page)).toContainText("Early Bird 80 LEI · încă 2. Apoi 100 LEI");
  await rowsOfSite("UPDATE orders SET hold_expires_at = now() WHERE id = $1", [order]);
  await expect
    .poll(() => rowsOfSite("SELECT state FROM orders WHERE id = $1", [order]))
    .toEqual([{ state: "expired" }]);
  const other = await browser.newPage();
  await newCustomer(other);
  await other.goto(address);
  await numberOf(other, general).selectOption("2");
  await payButton(other, "160").click();
  await onCardPage(other);
  await other.close();
  letGo();
  await expect(again(200)).toBeVisible();
  await expect(panel(page)).toContainText("Early Bird s-a terminat");
  await expect(page.locator(".summary")).toContainText("200 LEI");
  await expect(panel(page).getByText("Rezervarea a expirat")).toBeVisible();
  await expect(numberOf(page, general)).toHaveValue("2");
});

test("a typed code that opens a type marks it, and the page stays at the code", async ({ page }) => {
  const { address, codes } = await nightInPhases();
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(address);
  await page.getByText("Ai un cod?").click();
  await page.getByLabel("Codul tău").fill(codes.unlock);
  await page.getByRole("button", { name: "Aplică" }).click();
  const answer = page.getByRole("status").filter({ hasText: codes.unlock });
  await expect(answer).toContainText("La o comandă merge un singur cod.");
  await expect(answer).toBeInViewport({ ratio: 1 });
  const rows = panel(page).getByRole("listitem");
  await expect(rows.filter({ hasText: "Ponton ascuns" })).toContainText("deschis de codul tău");
  await expect(rows.filter({ hasText: general })).not.toContainText("deschis de codul tău");
});
