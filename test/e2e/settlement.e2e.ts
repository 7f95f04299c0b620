import { compareBooks, fileAt, openNightForm } from "#test/support/staff-steps.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("a night's money is settled by type and phase, with VAT, files, and other days (54, 57)", {
  tag: "@first",
}, async ({ page, complaints }) => {
  complaints.expectStatus(422);
  await newAdministrator(page);
  // what the provider kept is read with each comparison
  await compareBooks(page);
  await openNightForm(page, "Noaptea Fosforului");
  await page.getByRole("link", { name: "Decont", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Prin procesatorul de carduri" })).toBeVisible();
  await expect(page.getByText("Comisioanele procesatorului")).toBeVisible();
  await page.getByText(/^\d+ (de )?virări$/).click();
  await expect(page.getByText(/^Virat la .* din /).first()).toBeVisible();
  await expect(page.getByText(/^Soldul de la procesator, citit ultima dată/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Decont, Noaptea Fosforului" })).toBeVisible();
  const table = page.getByRole("table", { name: "Pe tipuri și faze" });
  await expect(table).toBeVisible();
  await expect(page.getByText("nu se explică")).toHaveCount(0);

  await page.getByRole("link", { name: "Cote" }).click();
  const rate = page.getByRole("form", { name: "Cotă nouă" });
  await rate.getByRole("button", { name: "Salvează cota" }).click();
  await expect(rate.getByText("Acest câmp este obligatoriu")).toHaveCount(2);
  await rate.getByLabel("Bună din").fill("2025-08-01");
  await rate.getByLabel("Cota").fill("21");
  await rate.getByRole("button", { name: "Salvează cota" }).click();
  await says(page, "Cota e salvată.");

  await openNightForm(page, "Noaptea Fosforului");
  await page.getByRole("link", { name: "Decont", exact: true }).click();
  await expect(page.getByText(/^TVA 21 %, cota din 1 august 2025$/)).toBeVisible();
  const [csv, pdf] = await Promise.all(
    ["Exportă CSV", "Exportă PDF"].map(async (name) => {
      const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
      return fileAt(page, href ?? "");
    }),
  );
  expect(await csv?.text()).toMatch(
    /^\uFEFF"Noaptea","Data","Unde s-a vândut","Tip","Fază".*\n("Noaptea Fosforului",.*\n)+$/,
  );
  expect((await pdf?.body())?.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf?.headers()["content-type"]).toBe("application/pdf");

  await page.goto("/admin/reports");
  await page.getByRole("link", { name: "Decont pe zile" }).click();
  const days = page.getByRole("form", { name: "Decont pe zile" });
  await days.getByLabel("De la").fill("2020-01-01");
  await days.getByLabel("Până la").fill("2098-12-31");
  await days.getByRole("button", { name: "Arată" }).click();
  await expect(page).toHaveURL(/from=2020-01-01&to=2098-12-31/);
  await expect(table.getByText(/^Noaptea Fosforului, /)).toBeVisible();
  await expect(page.getByText("nu se explică")).toHaveCount(0);

  await page.goto("/admin/settlement/rates");
  await page.getByRole("button", { name: /1 august 2025$/ }).click();
  await says(page, "Cota e ștearsă.");
});
