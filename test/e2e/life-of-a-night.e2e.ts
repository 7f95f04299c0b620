import type { Page } from "@playwright/test";
import { addDays, dayOf } from "#kernel/time.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { cards, logIn, newCustomer, payWith } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

// the whole work of a season, from a phone
test.use({ viewport: { width: 390, height: 844 } });

const administrator = () => ["admin@fosfor.example", "far-pe-dig-27"] as const;

async function addType(page: Page, path: string, type: { name: string; price: string; left: string }) {
  await page.goto(path);
  await page.getByLabel("Tip").fill(type.name);
  await page.getByLabel("Preț").first().fill(type.price);
  await page.getByLabel("Rămase de vânzare").fill(type.left);
  const nights = page.getByLabel("Evenimente", { exact: true });
  const label = await nights.locator("option", { hasText: "Noaptea de pe Telefon" }).first().textContent();
  await nights.selectOption({ label: label ?? "" });
  await page.getByRole("button", { name: /^Salvează / }).click();
  await expect(page.getByText(/creat cu succes/)).toBeVisible();
}

test("a night is built on a phone with its picture, three types and a pass, bought, hidden, sold out, archived", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  await logIn(page, ...administrator());
  await page.goto("/admin/events/new");
  await page.getByLabel("Nume").fill("Noaptea de pe Telefon");
  await page.getByLabel("Titlu").fill("Noaptea de pe Telefon");
  await page.getByLabel("Descriere").fill("Făcută din tramvai.");
  await page.getByLabel("Data").fill(addDays(dayOf(new Date()), 25));
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Event created successfully")).toBeVisible();

  await page.goto("/admin/events?q=Telefon");
  await page.getByRole("link", { name: "Noaptea de pe Telefon", exact: true }).click();
  await page.getByLabel("Fișierul imaginii").setInputFiles({
    name: "dig.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await plainPicture("jpeg", { width: 1920, height: 1080 })),
  });
  await expect(page.getByText("Image uploaded successfully")).toBeVisible({ timeout: 20_000 });
  await page.getByLabel("Text alternativ").fill("Digul, seara");
  await page.getByRole("button", { name: "Salvează imaginea" }).click();

  await addType(page, "/admin/tickets/new", { name: "Intrare mobilă", price: "40", left: "9" });
  await addType(page, "/admin/tickets/new", { name: "Terasa mobilă", price: "60", left: "9" });
  await addType(page, "/admin/tickets/new", { name: "Lojă mobilă", price: "90", left: "9" });
  await addType(page, "/admin/abonamente/new", { name: "Tot telefonul", price: "200", left: "5" });

  const customer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await newCustomer(customer);
  await customer.goto("/events?q=Telefon");
  await customer.getByRole("link", { name: "Noaptea de pe Telefon" }).first().click();
  await expect(customer.getByRole("img", { name: "Digul, seara" }).first()).toBeVisible();
  const night = customer.url();
  await expect(customer.getByRole("radio", { name: /^Lojă mobilă/ })).toBeVisible();
  await customer.getByRole("radio", { name: /^Intrare mobilă/ }).check();
  await customer.getByRole("button", { name: /^Plătește/ }).click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("article", { name: /^Bilet FSC-/ })).toBeVisible();

  await page.goto("/admin/tickets?q=Lojă");
  await page
    .getByRole("switch", { name: /vizibil$/ })
    .first()
    .click();
  await expect(page.getByText("Bilet marcat ca ascuns")).toBeVisible();
  await customer.goto(night);
  await expect(customer.getByRole("radio", { name: /^Terasa mobilă/ })).toBeVisible();
  await expect(customer.getByText("Lojă mobilă")).toHaveCount(0);

  await page.goto("/admin/tickets?q=Terasa mobilă");
  await page.getByRole("link", { name: "Terasa mobilă", exact: true }).click();
  await page.getByLabel("Rămase de vânzare").fill("0");
  await page.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(page.getByText("Bilet actualizat cu succes")).toBeVisible();
  await page.goto("/admin/tickets?q=Intrare mobilă");
  await page.getByRole("link", { name: "Intrare mobilă", exact: true }).click();
  await page.getByRole("link", { name: "Șterge", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Arhivează" }).click();
  await expect(page.getByText("Bilet șters cu succes")).toBeVisible();
  await expect(async () => {
    await customer.goto(night);
    await expect(customer.getByText("Epuizat").first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await customer.goto("/profile");
  await expect(customer.getByText("Noaptea de pe Telefon").first()).toBeVisible();
  await customer.context().close();
});
