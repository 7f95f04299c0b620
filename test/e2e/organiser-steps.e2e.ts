import { inDays } from "#test/support/days.ts";
import { confirmed, fillNight } from "#test/support/staff-steps.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("what was saved counts as saved: no field is named as unsaved, and nobody is asked before leaving", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(403);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await newAdministrator(page);
  for (const [path, label] of [
    ["/admin/brand", "Nume întreg"],
    ["/admin/content", "Subtitlu"],
    ["/admin/content/footer", "Telefon"],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(new RegExp(`^${label}`)).first();
    const before = await field.inputValue();
    for (const text of [`${before} 2`, before]) {
      await field.fill(text);
      await expect(page.getByText("Modificări nesalvate")).toBeVisible();
      await page.getByRole("button", { name: "Salvează conținutul" }).click();
      const isSaved = () => expect(page.getByText("Modificări nesalvate")).toHaveCount(0);
      // the club's name stands in every email; the other two texts are saved without the password
      await (text !== before && path === "/admin/brand" ? confirmed(page, isSaved) : isSaved());
      await expect(field).toHaveValue(text);
    }
    await page.goto("/admin");
  }
  expect(asked).toEqual([]);
});

test("the browser's way back from a preview finds the night's form as it was typed", async ({ page }) => {
  await newAdministrator(page);
  await page.goto("/admin/events/new");
  await fillNight(page, { night: "Noapte de probă", day: inDays(9), types: { "Intrare de probă": 40 } });
  await page.getByRole("button", { name: "Previzualizează" }).click();
  await expect(page).toHaveURL(/\/preview$/);
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Nume", exact: true })).toHaveValue("Noapte de probă");
  await expect(page.getByLabel("Descriere")).toHaveValue("Un singur reflector și ceață.");
  await expect(page.getByLabel("Numele tipului 1")).toHaveValue("Intrare de probă");
  await expect(page.getByLabel("Cantitatea tipului 1")).toHaveValue("9");
});

test("the first wrong field of the mail settings has the cursor after a refused save", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(422);
  await newAdministrator(page);
  await page.goto("/admin/email");
  const host = page.getByLabel(/^SMTP host/);
  await host.fill("");
  await page.getByRole("button", { name: "Salvează setările" }).click();
  await expect(host).toBeFocused();
});
