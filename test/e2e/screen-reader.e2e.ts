import { newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("the turning nights are silent until they are stopped, then each one is announced as it comes", async ({
  page,
}) => {
  await page.goto("/");
  const nights = page.getByRole("list", { name: "Evenimente viitoare" });
  await expect(nights).toHaveAttribute("aria-live", "off");
  await page.getByRole("button", { name: "Oprește derularea automată" }).click();
  await expect(nights).toHaveAttribute("aria-live", "polite");
  const shown = nights.locator("> li:not([inert])");
  const first = (await shown.getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: "Evenimentul următor" }).click();
  await expect(shown).toHaveCount(1);
  await expect(shown).not.toHaveAttribute("aria-label", first);
});

test("the cursor goes to the first error of a form, and its sentence belongs to the field", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(422);
  await page.goto("/register");
  await page.getByRole("button", { name: "Creează contul" }).click();
  const name = page.getByLabel("Nume complet");
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Numele complet este obligatoriu/);
  await newCustomer(page);
  await page.goto("/profile?edit=1");
  await page.getByLabel("Telefon").fill("123");
  await page.getByRole("button", { name: "Salvează" }).click();
  const phone = page.getByLabel("Telefon");
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Introduceti un numar de telefon valid/);
});

test("toasts come into a region that existed before them, and failures are announced at once", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(401);
  complaints.expectStatus(409);
  await newCustomer(page);
  await page.goto("/tickets");
  const region = page.locator(".toasts");
  await expect(region).toHaveRole("status");
  await expect(region).toHaveAttribute("aria-atomic", "false");
  await page.route("/functions/v1/checkout-session", (route) =>
    route.fulfill({ status: 409, json: { error: "Nu exista suficiente bilete disponibile" } }),
  );
  await page.getByRole("button", { name: "Cumpara Acum: Couple Ticket" }).click();
  await expect(region.getByRole("alert")).toHaveText("Nu exista suficiente bilete disponibile");
});
