import { addDays, dayOf } from "#kernel/time.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { addType, publishNight } from "#test/support/staff-steps.ts";
import { cards, logIn, newCustomer, numberOf, payButton, payWith } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const administrator = () => ["admin@fosfor.example", "far-pe-dig-27"] as const;

test("a night is built with its picture, three types and a pass, bought, hidden, sold out, archived", {
  tag: ["@first", "@sizes"],
}, async ({ page, browser, viewport }) => {
  test.setTimeout(90_000);
  // one site for both sizes
  const size = test.info().project.name === "phone" ? "Telefon" : "Birou";
  const night = `Noaptea de pe ${size}`;
  await logIn(page, ...administrator());
  await page.goto("/admin/events/new");
  await page.getByRole("textbox", { name: "Nume", exact: true }).fill(night);
  await page.getByRole("textbox", { name: "Titlu" }).fill(night);
  await page.getByLabel("Descriere").fill("Făcută din tramvai.");
  await page.getByLabel(/^Data/).fill(addDays(dayOf(new Date()), 25));
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByLabel("Fișierul imaginii").setInputFiles({
    name: "dig.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await plainPicture("jpeg", { width: 1920, height: 1080 })),
  });
  await expect(page.getByText("Image uploaded successfully")).toBeVisible({ timeout: 40_000 });
  await page.getByLabel("Text alternativ").fill("Digul, seara");
  for (const [at, [name, price]] of [
    [`Intrare ${size}`, "40"],
    [`Terasa ${size}`, "60"],
  ].entries()) {
    await page.getByRole("button", { name: "Adaugă tip" }).click();
    await page.getByLabel(`Numele tipului ${at + 1}`).fill(String(name));
    await page.getByLabel(`Prețul tipului ${at + 1}, în lei`).fill(String(price));
    await page.getByLabel(`Cantitatea tipului ${at + 1}`).fill("9");
  }
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Event created successfully")).toBeVisible();
  await publishNight(page, night);
  await expect(page.getByText("Evenimentul a fost publicat.")).toBeVisible();

  await addType(page, "/admin/tickets/new", { night, name: `Lojă ${size}`, price: "90", left: "9" });
  await addType(page, "/admin/abonamente/new", { night, name: `Tot ${size}`, price: "200", left: "5" });

  const customer = await (await browser.newContext({ viewport })).newPage();
  await newCustomer(customer);
  await customer.goto(`/events?q=${size}`);
  await customer.getByRole("link", { name: night }).first().click();
  await expect(customer.getByRole("img", { name: "Digul, seara" }).first()).toBeVisible();
  const address = customer.url();
  await expect(numberOf(customer, `Lojă ${size}`)).toBeVisible();
  await numberOf(customer, `Intrare ${size}`).selectOption("1");
  await payButton(customer).click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("article", { name: /^Bilet FSC-/ })).toBeVisible();

  await page.goto(`/admin/tickets?q=Lojă ${size}`);
  await page
    .getByRole("switch", { name: /vizibil$/ })
    .first()
    .click();
  await expect(page.getByText("Bilet marcat ca ascuns")).toBeVisible();
  await expect(async () => {
    await customer.goto(address);
    await expect(numberOf(customer, `Terasa ${size}`)).toBeVisible();
    await expect(customer.getByText(`Lojă ${size}`)).toHaveCount(0, { timeout: 200 });
  }).toPass();

  await page.goto(`/admin/tickets?q=Terasa ${size}`);
  await page.getByRole("link", { name: `Terasa ${size}`, exact: true }).click();
  await page.getByLabel("Rămase de vânzare").fill("0");
  await page.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(page.getByText("Bilet actualizat cu succes")).toBeVisible();
  await page.goto(`/admin/tickets?q=Intrare ${size}`);
  await page.getByRole("link", { name: `Intrare ${size}`, exact: true }).click();
  await page.getByRole("link", { name: "Șterge", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Arhivează" }).click();
  await expect(page.getByText("Bilet șters cu succes")).toBeVisible();
  await expect(async () => {
    await customer.goto(address);
    await expect(customer.getByText("Epuizat").first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await customer.goto("/profile");
  await expect(customer.getByText(night).first()).toBeVisible();
  await customer.context().close();
});
