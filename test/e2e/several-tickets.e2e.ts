import type { Locator, Page } from "@playwright/test";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { addType, openGate, present } from "#test/support/staff-steps.ts";
import {
  cards,
  demoLogins,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const admin = demoAccounts.find(({ key }) => key === "admin") ?? { email: "", password: "" };
const night = "Noaptea Fosforului";

for (const script of [true, false])
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });
    test("three tickets of two types, paid once, enter each by its own code; one is refunded, and every sum agrees", {
      tag: script ? ["@first", "@sizes"] : "@sizes",
    }, async ({ page, browser, viewport, complaints }) => {
      test.slow();
      complaints.expectStatus(403);
      const somebodyElse = async () =>
        (await browser.newContext({ viewport, javaScriptEnabled: script })).newPage();
      // one site for both sizes
      const size = test.info().project.name === "phone" ? "telefon" : "birou";
      const run = `${size}${script ? "" : " fără script"}`;
      const [sand, deck] = [`Nisip ${run}`, `Ponton ${run}`];

      const office = await somebodyElse();
      await test.step("two types are made for tonight, with a code for each person", async () => {
        await logIn(office, admin.email, admin.password);
        const type = { night, left: "9" } as const;
        await addType(office, "/admin/tickets/new", { ...type, name: sand, price: "40" });
        await addType(office, "/admin/tickets/new", { ...type, name: deck, price: "65" });
      });

      const email = await newCustomer(page);
      const tickets =
        await test.step("two of one and one of the other are paid once, and are three codes", async () => {
          await expect(async () => {
            await openNight(page, night);
            await expect(numberOf(page, deck)).toBeVisible({ timeout: 1000 });
          }).toPass();
          await numberOf(page, sand).selectOption("2");
          await numberOf(page, deck).selectOption("1");
          await (script ? payButton(page, "145") : page.getByRole("button", { name: "Spre plată" })).click();
          await payWith(page, cards.good);
          await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
          await expect(page.getByRole("article", { name: /^Bilet FSC-/ })).toHaveCount(3);
          const shown = await page.getByRole("article", { name: /^Bilet FSC-/ }).allTextContents();
          const codes = shown.map((text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text)?.slice(1) ?? []);
          expect(new Set(codes.flat()).size).toBe(6);
          return codes.map(([label = "", group = ""]) => ({ label, group }));
        });

      await test.step("the gate admits each code once", async () => {
        const gate = await somebodyElse();
        await logIn(gate, demoLogins.gate.email, demoLogins.gate.password);
        await openGate(gate, night);
        for (const said of ["ADMIS", "Bilet deja folosit"])
          for (const { label, group } of tickets) {
            await present(gate, label, group);
            await expect(gate.getByRole("alert")).toContainText(said);
            await gate.getByRole("link", { name: "Următorul" }).click();
          }
        await gate.context().close();
      });

      const list = `/admin/purchases?q=${encodeURIComponent(email)}`;
      await test.step("the administrator refunds the second seat, which was used", async () => {
        await office.goto(list);
        await expect(office.getByRole("rowheader")).toHaveCount(3);
        await office.getByRole("rowheader").first().getByRole("link").click();
        await office.getByRole("link", { name: "Rambursează locul 2" }).click();
        const question = office.getByRole("dialog", { name: /^Rambursează către / });
        await question.getByLabel("Motiv").selectOption("Cerere a clientului");
        await question.getByLabel("Da, rambursez și ce s-a folosit").check();
        await question
          .getByRole("button", { name: script ? "Rambursează 40,00 RON" : "Rambursează" })
          .click();
        const password = office.getByRole("dialog", { name: "Confirmă că ești tu" });
        await password.getByRole("textbox", { name: "Parola ta" }).fill(admin.password);
        await password.getByRole("button", { name: "Confirmă cu parola" }).click();
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
        const file = await office.request.get(list.replace("purchases", "purchases.csv"));
        const [, ...lines] = csvRows(await file.text());
        const [first, second, third] = tickets.map(({ label }) => label);
        expect(lines.map(([, , , ...cells]) => cells.filter((_, at) => at !== 3))).toEqual([
          [deck, "1", "65,00", third, "0", "Folosit"],
          [sand, "1", "40,00", second, "0", "Rambursat"],
          [sand, "1", "40,00", first, "0", "Folosit"],
        ]);
      });

      await test.step("so do the report, the books and the provider", async () => {
        await office.goto(`/admin/reports?period=7&q=${encodeURIComponent(email)}`);
        await expect(rowsOf(office, "Achiziții în perioadă")).toContainText([
          new RegExp(`${deck}.*65`),
          new RegExp(`${sand}.*40`),
        ]);
        await office.goto("/admin/reconciliation");
        await office.getByRole("button", { name: "Verifică acum" }).click();
        await expect(office.getByText("Cărțile se potrivesc: 0 bani diferență")).toBeVisible();
        const file = await office.request.get("/admin/reconciliation.csv");
        const movements = csvRows(await file.text()).filter(([, , , types]) => types === `${sand}, ${deck}`);
        expect(movements.map(([, kind, , , , ...amounts]) => [kind, ...amounts])).toEqual([
          ["Rambursare", "", "40,00"],
          ["Plată", "145,00", ""],
        ]);
      });

      await test.step("the customer sees the same on the order, in the list of orders and among the tickets", async () => {
        await page.goto("/profile");
        await expect(page.getByRole("heading", { name: "Urmează", exact: true })).toBeVisible();
        await expect(page.getByText("1 noapte, 2 bilete")).toBeVisible();
        const order = page.getByRole("main").getByRole("link", { name: /Comanda \d+/ });
        await expect(order).toContainText(`2 × ${sand}, 1 × ${deck}`);
        await expect(order).toContainText("145,00 LEI");
        await expect(order).toContainText("restituit 40 LEI");
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
        await expect(page.getByRole("main")).toContainText("Rămas plătit105 LEI");
        await page.getByRole("button", { name: "Retrimite Email" }).click();
        await expect(page.getByText("Emailul de confirmare a fost retrimis cu succes")).toBeVisible();
        await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
      });
    });
  });

/** The rows of a table below its head. */
function rowsOf(page: Page, table: string): Locator {
  return page
    .getByRole("table", { name: table })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
}
