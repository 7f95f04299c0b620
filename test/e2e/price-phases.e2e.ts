import { freshName, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("an administrator makes a type with two prices and a pool, and sees what is sold of them", async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(422);
  const name = freshName("Nisip");
  const list = `/admin/tickets?q=${encodeURIComponent(name)}`;
  await newAdministrator(page);
  await page.goto("/admin/tickets/new");
  const save = page.getByRole("button", { name: "Salvează biletul" });
  await page.getByLabel("Tip *").fill(name);
  // a night that is not on sale, so that nothing here is bought by another journey
  await page.getByRole("checkbox", { name: /Furtună de Vară/ }).check();
  await page.getByLabel("Rămase de vânzare *").fill("50");
  await page.getByLabel("Fond comun", { exact: true }).selectOption("new");
  await page.getByLabel(/^Numele fondului nou/).fill("Golf");
  await page.getByLabel(/^Locuri în fond/).fill("30");
  await page.getByLabel("Preț *").fill("100");
  // the first one comes with the next, which has the price of the type
  await page.getByRole("button", { name: "Adaugă fază" }).click();
  await expect(page.getByLabel("Prețul fazei 2, în lei")).toHaveValue("100");
  await page.getByLabel("Prețul fazei 2, în lei").fill("95");
  await expect(page.getByLabel("Preț *")).toHaveValue("95");
  for (const [no, phase, price] of [
    [1, "Devreme", "120"],
    [2, "La final", "100"],
  ] as const) {
    await page.getByLabel(`Numele fazei ${no}`).fill(phase);
    await page.getByLabel(`Prețul fazei ${no}, în lei`).fill(price);
  }
  await expect(page.getByText("„Devreme” e mai scumpă decât „La final”, care vine după ea.")).toBeVisible();
  await page.getByLabel("Prețul fazei 1, în lei").fill("80");
  await expect(page.getByText("e mai scumpă")).toBeHidden();
  // the phase before the last must end; what was typed stays
  await save.click();
  await expect(page.getByText("Scrie până când sau până la câte bilete")).toBeVisible();
  await expect(page.getByLabel("Numele fazei 2")).toHaveValue("La final");
  await page.getByLabel("Până la câte bilete, faza 1").fill("20");
  await save.click();
  await says(page, "Bilet creat cu succes");

  await page.goto(list);
  const listed = page.getByRole("row", { name: new RegExp(name) });
  await expect(listed).toContainText("Devreme 80");
  await expect(listed).toContainText("Golf: 30 de locuri libere");
  await page.getByRole("link", { name, exact: true }).click();
  const row = (no: number) => page.getByRole("row").filter({ has: page.getByLabel(`Numele fazei ${no}`) });
  await expect(row(1)).toContainText("0 din 20");
  await expect(row(1)).toContainText("în vânzare");
  await expect(row(2)).toContainText("urmează");
  await expect(page.getByText("Cumpărătorul vede: „Devreme 80 LEI · încă 20. Apoi 100 LEI”.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Fondul „Golf”, în oameni" })).toBeVisible();

  // rows that are only moved or removed are not saved yet
  const unsaved = page.getByText("Modificări nesalvate: faze de preț", { exact: true });
  await page.getByRole("button", { name: "Mută mai sus faza 2" }).click();
  await expect(unsaved).toBeVisible();
  await page.getByRole("button", { name: "Mută mai sus faza 2" }).click();
  await expect(unsaved).toBeHidden();
  await page.getByRole("button", { name: "Șterge faza 1" }).click();
  await expect(unsaved).toBeVisible();
  // another form of the page would show the saved row again
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  await page.getByRole("button", { name: "Salvează imaginea" }).click();
  expect(asked).toEqual([expect.stringContaining("modificări nesalvate în formular")]);
  await expect(unsaved).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Renunță" }).click();
  await expect(page).toHaveURL(/\/admin\/tickets/);
  await page.goto(list);
  await page.getByRole("link", { name, exact: true }).click();

  // a third phase goes between the two, by moving it up
  await page.getByRole("button", { name: "Adaugă fază" }).click();
  await page.getByLabel("Numele fazei 3").fill("Avans");
  await page.getByLabel("Prețul fazei 3, în lei").fill("90");
  await page.getByLabel("Până la câte bilete, faza 3").fill("10");
  await page.getByRole("button", { name: "Mută mai sus faza 3" }).click();
  await expect(page.getByLabel("Numele fazei 2")).toHaveValue("Avans");
  await save.click();
  await says(page, "Bilet actualizat cu succes");
  // the list has pages
  await page.goto(list);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByLabel("Prețul fazei 3, în lei")).toHaveValue("100");
  await page.getByRole("button", { name: "Șterge faza 1" }).click();
  await expect(page.getByLabel("Numele fazei 1")).toHaveValue("Avans");
  await save.click();
  await says(page, "Bilet actualizat cu succes");

  // the same form in a browser that runs no script
  const storageState = await page.context().storageState();
  const still = await newPerson({ javaScriptEnabled: false, storageState });
  await still.goto(list);
  await still.getByRole("link", { name, exact: true }).click();
  await expect(still.getByLabel(/^Numele fazei/)).toHaveCount(5);
  await still.getByLabel("Până la câte bilete, faza 2").fill("5");
  await still.getByLabel("Numele fazei 4").fill("La poartă");
  await still.getByLabel("Prețul fazei 4, în lei").fill("de tot");
  await still.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(still.getByText("Lei întregi", { exact: true })).toBeVisible();
  await expect(still.getByLabel("Numele fazei 4")).toHaveValue("La poartă");
  await still.getByLabel("Prețul fazei 4, în lei").fill("120");
  await still.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(still.getByText("Cu faze, prețul e al ultimei: scrie la fel sau lasă gol")).toBeVisible();
  await still.getByLabel("Preț *").fill("");
  await still.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(still.getByText("Bilet actualizat cu succes")).toBeVisible();
  await still.goto(list);
  await still.getByRole("link", { name, exact: true }).click();
  await expect(still.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(still.getByLabel("Numele fazei 3")).toHaveValue("La poartă");
  await expect(still.getByText(/^Cumpărătorul vede: „Avans 90 LEI · încă 10. Apoi 100 LEI”/)).toBeVisible();
});
