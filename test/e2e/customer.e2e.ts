import { buyAsGuest } from "#test/support/purchase-steps.ts";
import { confirmWithPassword } from "#test/support/staff-steps.ts";
import { freshEmail, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("the page of a guest has orders, tickets and letters, takes notes, and corrects the address", async ({
  page,
  newPerson,
  complaints,
}) => {
  for (const status of [403, 422]) complaints.expectStatus(status);
  const wrong = await buyAsGuest(await newPerson(), 2, { name: "Ilinca Fără Cont" });
  await newAdministrator(page);
  await page.goto(`/admin/purchases?q=${encodeURIComponent(wrong)}`);
  await page.getByRole("link", { name: "Ilinca Fără Cont" }).first().click();
  await page.getByRole("link", { name: "Fișa clientului" }).click();
  await expect(page.getByRole("heading", { name: "Ilinca Fără Cont", level: 1 })).toBeVisible();
  await expect(page.getByText("Fără cont, adresă nedovedită")).toBeVisible();
  const orders = page.getByRole("table", { name: "Comenzi" });
  await expect(orders).toContainText("Intrare generală, Noaptea Perseidelor");
  await expect(page.getByRole("table", { name: "Bilete" }).getByText("1 din 1")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Scrisori" })).toContainText("Confirmare bilet");

  await page.getByRole("button", { name: "Adaugă nota" }).click();
  await expect(page.getByText("Scrie nota.")).toBeVisible();
  await page.getByLabel("Notă nouă").fill("A sunat: adresa are o literă greșită.");
  await page.getByRole("button", { name: "Adaugă nota" }).click();
  await says(page, "Nota a fost adăugată.");
  await expect(page.getByLabel("Notă nouă")).toHaveValue("");

  const right = freshEmail();
  await page.getByLabel("Adresa corectă").fill("ilinca@");
  await page.getByRole("button", { name: "Corectează adresa" }).click();
  await expect(page.getByText("Scrie o adresă de e-mail întreagă.")).toBeVisible();
  await page.getByLabel("Adresa corectă").fill(right);
  await page.getByRole("button", { name: "Corectează adresa" }).click();
  await confirmWithPassword(page);
  await says(page, `Adresa este acum ${right}. Biletele pleacă din nou.`);
  await expect(page.getByRole("table", { name: "Scrisori" })).toContainText(right);
  await page.getByRole("button", { name: /^Șterge nota/ }).click();
  await expect(page.getByText("Nicio notă.")).toBeVisible();
  await orders.getByRole("link", { name: /^\d+$/ }).click();
  await expect(page.getByRole("dialog")).toContainText(right);
});
