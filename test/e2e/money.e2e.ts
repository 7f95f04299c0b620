import { readFile } from "node:fs/promises";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { logIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const admin = demoAccounts.find(({ key }) => key === "admin") ?? { email: "", password: "" };

test("B7-08 B7-09: an administrator gives half an order back, with the password, and sees it in the history", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(403);
  await logIn(page, admin.email, admin.password);
  await page.goto(
    "/admin/purchases?payment=paid&type=Intrare+general%C4%83&status=available&sort=quantity&dir=desc",
  );
  const row = page.getByRole("row").filter({ hasText: "Disponibil" }).first();
  const name = ((await row.getByRole("rowheader").textContent()) ?? "").trim();
  await row.getByRole("rowheader").getByRole("link").click();
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByText("Istoric")).toBeVisible();
  await drawer.getByRole("link", { name: "Rambursează" }).click();

  const question = page.getByRole("dialog", { name: `Rambursează către ${name}` });
  const tickets = Number(
    /(\d+) (?:de )?bilet/.exec((await question.getByRole("group").textContent()) ?? "")?.[1],
  );
  await question.getByText("O parte", { exact: true }).click();
  await question.getByRole("spinbutton", { name: "Bilete" }).fill(String(Math.floor(tickets / 2)));
  await question.getByLabel("Motiv").selectOption("Cerere a clientului");
  await question.getByLabel("Notă internă").fill("Un prieten nu mai vine");
  await question.getByRole("button", { name: "Rambursează" }).click();

  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await expect(password).toContainText(`RON către ${name}`);
  await password.getByRole("textbox", { name: "Parola ta" }).fill(admin.password);
  await password.getByRole("button", { name: "Confirmă cu parola" }).click();

  await expect(drawer.getByText("Parțial rambursat")).toBeVisible();
  await expect(drawer.getByText("Rambursare cerută")).toBeVisible();
  await expect(drawer.getByText("Rambursare parțială la Stripe")).toBeVisible();
});

test("B8-17 B8-19 B14-57: the report of a month, filtered, as a file that a spreadsheet reads", async ({
  page,
}) => {
  await logIn(page, admin.email, admin.password);
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
  await expect(page.getByText("Raportul a fost exportat cu succes")).toBeVisible();
});
