import { demoAccounts } from "#devkit/season/demo-accounts.ts";
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

test("an administrator makes an add-on and a code; a buyer uses both, the gate gives the add-on out, and the code counts what it lowered (39, 41)", {
  tag: "@sizes",
}, async ({ page, browser, viewport, complaints }) => {
  test.slow();
  complaints.expectStatus(422);
  const somebodyElse = async () => (await browser.newContext({ viewport })).newPage();
  // one site for both sizes
  const size = test.info().project.name === "phone" ? "telefon" : "birou";
  const [sand, drink, code] = [`Plajă ${size}`, `Jeton ${size}`, `MARE-${size.toUpperCase()}`];

  const office = await somebodyElse();
  await logIn(office, admin.email, admin.password);
  await addType(office, "/admin/tickets/new", { night, left: "9", name: sand, price: "40" });
  await office.goto("/admin/tickets/new");
  await office.getByRole("checkbox", { name: /^Supliment/ }).check();
  await expect(office.getByText("Modificări nesalvate: supliment")).toBeVisible();
  await office.getByRole("radio", { name: /^Unul pe comandă/ }).check();
  await office.getByLabel("Tip").fill(drink);
  await office.getByLabel("Preț").first().fill("25");
  await office.getByLabel("Rămase de vânzare").fill("30");
  const nights = office.getByLabel("Evenimente", { exact: true });
  const tonight = await nights.locator("option", { hasText: night }).first().textContent();
  await nights.selectOption({ label: tonight ?? "" });
  await office.getByRole("button", { name: /^Salvează / }).click();
  await expect(office.getByText(/creat cu succes/)).toBeVisible();

  await office.goto("/admin/codes/new");
  await office.getByRole("button", { name: "Salvează codul" }).click();
  await expect(office.getByRole("textbox", { name: /^Nume/ })).toHaveAttribute("aria-invalid", "true");
  await office.getByLabel("Procent", { exact: true }).last().fill("50");
  await office.getByRole("textbox", { name: /^Nume/ }).fill("Jumătate");
  await office
    .getByLabel(/^Cod\b/)
    .last()
    .fill(code);
  await office.getByRole("button", { name: "Salvează codul" }).click();
  await expect(office.getByText("Cod creat")).toBeVisible();

  await newCustomer(page);
  await expect(async () => {
    await openNight(page, night);
    await expect(numberOf(page, drink)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.goto(`${page.url().split("?")[0]}?code=${code.toLowerCase()}`);
  await numberOf(page, drink).selectOption("2");
  await expect(page.getByText("Suplimentele se iau lângă un bilet.")).toBeVisible();
  await numberOf(page, sand).selectOption("1");
  await payButton(page, "45").click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "1 bilet și 1 supliment" })).toBeVisible();
  const shown = await page.getByRole("article", { name: /^Bilet FSC-/ }).allTextContents();
  const [, addOn] = shown.map((text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text));

  const gate = await somebodyElse();
  await logIn(gate, demoLogins.gate.email, demoLogins.gate.password);
  await openGate(gate, night);
  await present(gate, addOn?.[1] ?? "", addOn?.[2] ?? "");
  await expect(gate.getByRole("alert")).toContainText(`DĂ 1${drink}`);
  await expect(gate.getByText("Nu ține loc de intrare.")).toBeVisible();
  await gate.getByRole("button", { name: "încă 1" }).click();
  await expect(gate.getByText("0 rămase din 2")).toBeVisible();
  await gate.getByRole("link", { name: "Următorul" }).click();
  await present(gate, addOn?.[1] ?? "", addOn?.[2] ?? "");
  await expect(gate.getByRole("alert")).toContainText("Deja ridicat");

  await office.goto(`/admin/codes?q=${code}`);
  await expect(office.getByText("3 bilete, fără limită")).toBeVisible();
});
