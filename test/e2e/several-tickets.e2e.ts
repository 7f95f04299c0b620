import type { Locator, Page } from "@playwright/test";
import { csvRows } from "#test/support/csv-rows.ts";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import {
  compareBooks,
  confirmWithPassword,
  fileAt,
  openGate,
  openPurchase,
  present,
} from "#test/support/staff-steps.ts";
import { demoLogins, freshName, newAdministrator, newCustomer, signIn } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("three tickets of two types, paid once, enter each by its own code; one is refunded, and every sum agrees", {
  tag: "@first",
}, async ({ page, newPerson, complaints }) => {
  test.slow();
  complaints.expectStatus(403);
  const [sand, deck] = [freshName("Nisip"), freshName("Ponton")];
  const { title: night, path } = await ownNight("Noapte cu două tipuri", { [sand]: 40, [deck]: 65 });
  const office = await newPerson();
  await newAdministrator(office);
  const email = await newCustomer(page);
  const tickets =
    await test.step("two of one and one of the other are paid once, and are three codes", async () => {
      await buy(page, path, { [sand]: 2, [deck]: 1 });
      await expect(page.getByRole("article", { name: /^Bilet FSC-/ })).toHaveCount(3);
      const shown = await page.getByRole("article", { name: /^Bilet FSC-/ }).allTextContents();
      const codes = shown.map((text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text)?.slice(1) ?? []);
      expect(new Set(codes.flat()).size).toBe(6);
      return codes.map(([label = "", group = ""]) => ({ label, group }));
    });

  await test.step("the gate admits each code once", async () => {
    const gate = await newPerson();
    await signIn(gate, demoLogins.gate.email);
    await openGate(gate, night);
    for (const said of ["ADMIS", "Bilet deja folosit"])
      for (const { label, group } of tickets) {
        await present(gate, label, group);
        await expect(gate.getByRole("alert")).toContainText(said);
        await gate.getByRole("link", { name: "Următorul" }).click();
      }
  });

  const list = `/admin/purchases?q=${encodeURIComponent(email)}`;
  await test.step("the administrator refunds the second seat, which was used", async () => {
    await openPurchase(office, email);
    await expect(office.getByRole("rowheader")).toHaveCount(3);
    await office.getByRole("link", { name: "Rambursează locul 2" }).click();
    const question = office.getByRole("dialog", { name: /^Rambursează către / });
    await question.getByLabel("Motiv").selectOption("Cerere a clientului");
    await question.getByLabel("Da, rambursez și ce s-a folosit").check();
    await question.getByRole("button", { name: "Rambursează 40,00 RON" }).click();
    await confirmWithPassword(office);
  });

  await test.step("its drawer, the list and the file say 145 paid, 40 back, 105 left", async () => {
    const drawer = office.getByRole("dialog");
    await expect(drawer.getByText("Parțial rambursat")).toBeVisible();
    for (const figure of ["Plătit145,00", "Dat înapoi40,00", "Rămas105,00 RON"])
      await expect(drawer).toContainText(figure);
    await expect(drawer.getByText("Rambursat 40,00; codul nu mai intră")).toHaveCount(1);
    await office.goto(list);
    await expect(rowsOf(office, "Achizitii")).toContainText([
      new RegExp(`${deck}.*65,00.*Parțial rambursat.*Folosit`),
      new RegExp(`${sand}.*40,00.*Parțial rambursat.*Rambursat`),
      new RegExp(`${sand}.*40,00.*Parțial rambursat.*Folosit`),
    ]);
    const file = await fileAt(office, list.replace("purchases", "purchases.csv"));
    const [, ...lines] = csvRows(await file.text());
    const [first, second, third] = tickets.map(({ label }) => label);
    expect(lines.map((cells) => cells.slice(3, 10).filter((_, at) => at !== 3))).toEqual([
      [deck, "1", "65.00", third, "0", "Folosit"],
      [sand, "1", "0.00", second, "0", "Rambursat"],
      [sand, "1", "40.00", first, "0", "Folosit"],
    ]);
  });

  await test.step("so do the report, the books and the provider", async () => {
    await office.goto(`/admin/reports?period=7&q=${encodeURIComponent(email)}`);
    await expect(rowsOf(office, "Achiziții în perioadă")).toContainText([
      new RegExp(`${deck}.*65`),
      new RegExp(`${sand}.*40`),
    ]);
    await compareBooks(office);
    await expect(office.getByText("Cărțile se potrivesc: 0 bani diferență")).toBeVisible();
    const file = await fileAt(office, "/admin/reconciliation.csv");
    const movements = csvRows(await file.text()).filter(([, , , types]) => types === `${sand}, ${deck}`);
    expect(movements.map(([, kind, , , , ...amounts]) => [kind, ...amounts])).toEqual([
      ["Rambursare", "", "-40.00"],
      ["Plată", "145.00", ""],
    ]);
  });

  await test.step("the customer sees the same on the order, in the list of orders and among the tickets", async () => {
    await page.goto("/profile");
    await expect(page.getByRole("region", { name: /^Biletele nopții/ }).getByRole("article")).toHaveCount(2);
    const order = page.getByRole("main").getByRole("link", { name: /Comanda \d+/ });
    await expect(order).toContainText(`2 × ${sand}, 1 × ${deck}`);
    await expect(order).toContainText("145,00 LEI");
    await expect(order).toContainText("restituit 40,00 LEI");
    await order.click();
    await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
      new RegExp(`^Biletul 1 · Ștefan Vizitator40 LEI${sand} · folosit`),
      new RegExp(`^Biletul 2 · Ștefan Vizitatorrestituit${sand} · a costat 40 LEI, dați înapoi pe`),
      new RegExp(`^Biletul 3 · Ștefan Vizitator65 LEI${deck} · folosit`),
    ]);
    for (const sum of [
      `2 × ${sand}80 LEI`,
      `1 × ${deck}65 LEI`,
      "Plătit cu cardul145 LEI",
      /Restituit\d\d\.\d\d\.20\d\d, \d\d:\d\d−40 LEI/,
    ])
      await expect(page.getByRole("main")).toContainText(sum);
    await expect(page.getByRole("main")).toContainText("Total după restituire105 LEI");
    await page.getByRole("button", { name: "Retrimite Email" }).click();
    await says(page, "Emailul de confirmare a fost retrimis cu succes");
    await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
  });
});

/** The rows of a table below its head. */
function rowsOf(page: Page, table: string): Locator {
  return page
    .getByRole("table", { name: table })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
}
