import { readFile } from "node:fs/promises";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { confirmWithPassword, openPurchase } from "#test/support/staff-steps.ts";
import { cards, newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("B7-08 B7-09: an administrator refunds half an order, with the password, and sees it in the history", {
  tag: "@first",
}, async ({ page, complaints }) => {
  complaints.expectStatus(403);
  await newAdministrator(page);
  await page.goto(
    "/admin/purchases?payment=paid&type=Intrare+general%C4%83&status=available&sort=quantity&dir=desc",
  );
  const row = page.getByRole("row").filter({ hasText: "Disponibil" }).first();
  const name = ((await row.getByRole("rowheader").textContent()) ?? "").trim();
  await row.getByRole("rowheader").getByRole("link").click();
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByText("Istoric")).toBeVisible();
  await drawer.getByRole("link", { name: "Rambursează", exact: true }).click();

  const question = page.getByRole("dialog", { name: `Rambursează către ${name}` });
  const tickets = Number(
    /(\d+) (?:de )?bilet/.exec((await question.getByRole("group").textContent()) ?? "")?.[1],
  );
  await question.getByText("O parte", { exact: true }).click();
  await question.getByRole("textbox", { name: "Bilete" }).fill(String(Math.floor(tickets / 2)));
  await question.getByLabel("Motiv").selectOption("Cerere a clientului");
  await question.getByLabel("Notă internă").fill("Un prieten nu mai vine");
  const press = question.getByRole("button", { name: /^Rambursează [\d.,]+ LEI$/ });
  const amount = /[\d.,]+ LEI/.exec((await press.textContent()) ?? "")?.[0];
  await press.click();

  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await expect(password).toContainText(`Rambursezi ${amount} către ${name}`);
  await confirmWithPassword(page);

  await expect(drawer.getByText("Parțial rambursat")).toBeVisible();
  await expect(drawer.getByText("Rambursare cerută")).toBeVisible();
  await expect(drawer.getByText("Rambursare parțială la Stripe")).toBeVisible();
});

test("money whose refund failed after its seat ended is owed: the drawer says so, and the question begins with it", async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(403);
  const buyer = await newPerson();
  const email = await newCustomer(buyer);
  const { path } = await ownNight("Noapte cu rambursare", { Intrare: 100 });
  await buy(buyer, path, { Intrare: 2 }, cards.refundFails);

  await newAdministrator(page);
  await openPurchase(page, email);
  await page.getByRole("link", { name: "Rambursează locul 2" }).click();
  await page.getByLabel("Motiv").selectOption("Cerere a clientului");
  await page.getByRole("button", { name: "Rambursează 100,00 LEI" }).click();
  await confirmWithPassword(page);
  await expect(page.getByText("Rambursare cerută")).toBeVisible();

  await expect(async () => {
    await openPurchase(page, email);
    await page.getByRole("button", { name: "Reverifică" }).click();
    await expect(page.getByText("O rambursare a eșuat", { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const drawer = page.getByRole("dialog");
  for (const figure of ["Plătit200,00", "Dat înapoi0,00", "De dat înapoi 100,00; codul nu mai intră"])
    await expect(drawer).toContainText(figure);
  await drawer.getByRole("link", { name: "Rambursează", exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Doar banii rămași de dat înapoi/ })).toBeChecked();
  const restock = page.getByRole("checkbox", { name: /^Pune locurile înapoi la vânzare/ });
  await expect(restock).toBeHidden();
  await expect(page.getByRole("button", { name: "Rambursează 100,00 LEI" })).toBeVisible();
  await page.getByText("Tot", { exact: true }).click();
  await expect(restock).toBeVisible();

  await buyer.goto("/profile?section=orders");
  await buyer
    .getByRole("main")
    .getByRole("link", { name: /Comanda \d+/ })
    .click();
  await expect(
    buyer.getByText("Rambursarea de 100 LEI nu a reușit: banii s-au întors la noi."),
  ).toBeVisible();
});

test("B8-17 B8-19 B14-57: the report of a month, filtered, as a file that a spreadsheet reads", async ({
  page,
}) => {
  await newAdministrator(page);
  await page.goto("/admin/reports");
  await page.getByRole("link", { name: "30 zile" }).click();
  await expect(page.getByRole("figure", { name: "Evoluția veniturilor" })).toBeVisible();
  await page.getByRole("combobox", { name: "Tip" }).selectOption("Intrare generală");
  await expect(page).toHaveURL(/type=Intrare/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportă CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^raport-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  expect(lines[0]).toBe("\uFEFFUtilizator,Email,Eveniment,Tip bilet,Cantitate,Preț total,Data");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(1)) expect(line).toContain('"Intrare generală"');
  await says(page, "Raportul a fost exportat cu succes");
});

test("B8-07 B8-08: a chart is read with the keyboard, with a finger or mouse, and as the table behind it", async ({
  page,
}) => {
  await newAdministrator(page);
  await page.goto("/admin/reports");
  const chart = page.getByRole("figure", { name: "Evoluția veniturilor" });
  const tip = chart.locator(".trend-chart__tip:visible");
  await expect(chart.getByText("LEI", { exact: true })).toBeVisible();
  await chart.getByRole("button").first().focus();
  await expect(tip).toBeVisible();
  const first = (await tip.textContent()) ?? "";
  await page.keyboard.press("Tab");
  await expect(tip).not.toHaveText(first);
  const second = (await tip.textContent()) ?? "";
  for (const text of [first, second]) expect(text).toMatch(/^[a-z]+ \d{4}[\d.]+ LEI$/);

  const members = page.getByRole("figure", { name: "Membri noi" });
  await members.scrollIntoViewIfNeeded();
  await members.getByRole("listitem").last().hover();
  await expect(members.locator(".trend-chart__tip:visible")).toContainText("persoane");

  const card = page.getByRole("region", { name: "Evoluția veniturilor" });
  await card.getByRole("button", { name: "Tabel" }).click();
  const table = card.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(7);
  const [, month = "", figure = ""] = /^([a-z]+ \d{4})([\d.]+) LEI$/.exec(second) ?? [];
  await expect(table.getByRole("row", { name: `${month} ${figure}`, exact: true })).toBeVisible();
});
