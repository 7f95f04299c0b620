import { addDays, dayOf } from "#kernel/time.ts";
import { logIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const administrator = ["admin@fosfor.example", "far-pe-dig-27"] as const;

test("what was saved counts as saved: no field is named as unsaved, and nobody is asked before leaving", {
  tag: "@sizes",
}, async ({ page }) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await logIn(page, ...administrator);
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
      await expect(page.getByText("Modificări nesalvate")).toHaveCount(0);
      await expect(field).toHaveValue(text);
    }
    await page.goto("/admin");
  }
  expect(asked).toEqual([]);
});

test("the browser's way back from a preview finds the night's form as it was typed", {
  tag: "@sizes",
}, async ({ page }) => {
  await logIn(page, ...administrator);
  await page.goto("/admin/events/new");
  const name = page.getByRole("textbox", { name: "Nume", exact: true });
  await name.fill("Noapte de probă");
  await page.getByRole("textbox", { name: "Titlu" }).fill("Noapte de probă");
  await page.getByLabel("Descriere").fill("Un singur reflector și ceață.");
  await page.getByLabel(/^Data/).fill(addDays(dayOf(new Date()), 9));
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByRole("button", { name: "Adaugă tip" }).click();
  await page.getByLabel("Numele tipului 1").fill("Intrare de probă");
  await page.getByLabel("Prețul tipului 1, în lei").fill("40");
  await page.getByLabel("Cantitatea tipului 1").fill("9");
  await page.getByRole("button", { name: "Previzualizează" }).click();
  await expect(page).toHaveURL(/\/preview$/);
  await page.goBack();
  await expect(name).toHaveValue("Noapte de probă");
  await expect(page.getByLabel("Descriere")).toHaveValue("Un singur reflector și ceață.");
  await expect(page.getByLabel("Numele tipului 1")).toHaveValue("Intrare de probă");
  await expect(page.getByLabel("Cantitatea tipului 1")).toHaveValue("9");
});

test("the first wrong field of the mail settings has the cursor after a refused save", {
  tag: "@sizes",
}, async ({ page, complaints }) => {
  complaints.expectStatus(422);
  await logIn(page, ...administrator);
  await page.goto("/admin/email");
  const host = page.getByLabel(/^SMTP host/);
  await host.fill("");
  await page.getByRole("button", { name: "Salvează setările" }).click();
  await expect(host).toBeFocused();
});
