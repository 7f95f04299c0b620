import { ownNight } from "#test/support/own-night.ts";
import { choose, payAndSee } from "#test/support/purchase-steps.ts";
import { confirmWithPassword, openGate, present } from "#test/support/staff-steps.ts";
import {
  demoLogins,
  freshName,
  newAdministrator,
  newCustomer,
  numberOf,
  payButton,
  signIn,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("an administrator makes an add-on and a code; a buyer uses both, the gate gives the add-on out, and the code counts what it lowered (39, 41)", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  complaints.expectStatus(422);
  // the password again
  complaints.expectStatus(403);
  const sand = "Plajă";
  const [drink, code] = [freshName("Jeton"), freshName("MARE").toUpperCase().replace(" ", "-")];
  const { title: night, path } = await ownNight("Noapte cu jeton", { [sand]: 40 });

  const office = await newPerson();
  await newAdministrator(office);
  await office.goto("/admin/tickets/new");
  await office.getByRole("checkbox", { name: /^Supliment/ }).check();
  await expect(office.getByText("Modificări nesalvate: supliment")).toBeVisible();
  await office.getByRole("radio", { name: /^Unul pe comandă/ }).check();
  await office.getByLabel("Tip").fill(drink);
  await office.getByLabel("Preț").first().fill("25");
  await office.getByLabel("Rămase de vânzare").fill("30");
  await office.getByRole("searchbox", { name: "Caută o noapte" }).fill(night);
  await office.getByRole("checkbox", { name: night }).check();
  await office.getByRole("button", { name: /^Salvează / }).click();
  await says(office, /creat cu succes/);

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
  await confirmWithPassword(office);
  await says(office, "Cod creat");

  await newCustomer(page);
  await choose(page, path, { [drink]: 0 });
  await page.goto(`${path}?code=${code.toLowerCase()}`);
  await numberOf(page, drink).selectOption("2");
  await expect(page.getByText("Suplimentele se iau lângă un bilet.")).toBeVisible();
  await numberOf(page, sand).selectOption("1");
  await payButton(page, "45").click();
  await payAndSee(page);
  await expect(page.getByRole("heading", { name: "1 bilet și 1 supliment" })).toBeVisible();
  const shown = await page.getByRole("article", { name: /^Bilet FSC-/ }).allTextContents();
  const [, addOn] = shown.map((text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text));

  const gate = await newPerson();
  await signIn(gate, demoLogins.gate.email);
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
