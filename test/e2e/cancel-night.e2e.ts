import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { confirmWithPassword, openNightForm } from "#test/support/staff-steps.ts";
import { letterTo, newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("a sold night is cancelled: the money goes back, the buyer is told, and its page says so (46, 70)", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 422]) complaints.expectStatus(status);
  const { title, path } = await ownNight("Noapte de grindină", { Intrare: 40 }, { inDays: 9 });
  const customer = await newPerson();
  const email = await newCustomer(customer);
  await buy(customer, path, { Intrare: 2 });

  await newAdministrator(page);
  await openNightForm(page, title);
  await page.getByRole("link", { name: "Anulează noaptea" }).click();
  await expect(page.getByText("80,00 RON")).toBeVisible();
  await page.getByRole("button", { name: "Anulează noaptea" }).click();
  await expect(page.getByLabel("Motivul, pentru oameni")).toBeFocused();
  await page.getByLabel("Motivul, pentru oameni").fill("Cod portocaliu de grindină.");
  await page.getByRole("button", { name: "Anulează noaptea" }).click();
  await expect(page.getByRole("dialog", { name: "Confirmă că ești tu" })).toContainText(
    `Anulezi „${title}” și dai înapoi 80,00 RON.`,
  );
  await confirmWithPassword(page);
  await expect(page.getByRole("heading", { name: `${title}: anulată` })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("1 rambursare făcută, 80,00 RON")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

  await page.goto(`/admin/events?status=cancelled&q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("Anulată");
  await expect(page.getByRole("switch")).toHaveCount(0);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("link", { name: "Vezi anularea" })).toBeVisible();
  await expect(page.getByText("Anulată").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /Mută noaptea|Anulează noaptea/ })).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);

  await page.getByRole("link", { name: "Vezi anularea" }).click();
  await page.getByRole("link", { name: "O noapte nouă cu aceiași artiști" }).click();
  const copy = page.getByRole("dialog", { name: /^Duplică/ });
  await expect(copy.getByRole("checkbox", { name: /^Artiști/ })).toBeChecked();
  await copy.getByRole("textbox", { name: /^Titlu/ }).fill(`${title}, din nou`);
  await copy.getByRole("button", { name: "Duplică evenimentul" }).click();
  await expect(page.getByRole("heading", { name: `${title} II`, level: 1 })).toBeVisible();
  await expect(page.getByText("Anulată")).toHaveCount(0);

  await customer.goto(path);
  await expect(customer.getByText("Noaptea s-a anulat.")).toBeVisible();
  await expect(customer.getByText("Cod portocaliu de grindină.")).toBeVisible();
  await expect(customer.getByRole("heading", { name: "Anulat" })).toBeVisible();
  const letter = await letterTo(customer.request, email, /s-a anulat; îți dăm banii înapoi$/);
  expect(letter.text).toContain("Îți dăm înapoi 80 LEI");
});
