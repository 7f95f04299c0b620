import { type Browser, expect, type Page } from "@playwright/test";
import { qrInPicture } from "./read-qr.ts";
import { addType, makeLateNight } from "./staff-steps.ts";
import { cards, newCustomer, numberOf, openNight, payButton, payWith } from "./visitor.ts";

export type SoldTicket = { readonly qr: string; readonly label: string; readonly group: string };

/** An administrator's page makes a night of today, and a customer buys so many of its tickets; the page is then at its board. */
export async function soldTickets(
  page: Page,
  browser: Browser,
  night: string,
  count: number,
): Promise<SoldTicket[]> {
  await makeLateNight(page, night);
  await addType(page, "/admin/tickets/new", { night, name: "Intrare la poartă", price: "60", left: "9" });

  const customer = await (await browser.newContext()).newPage();
  await newCustomer(customer);
  await openNight(customer, night);
  const address = customer.url();
  await expect(async () => {
    await customer.goto(address);
    await expect(numberOf(customer, "Intrare la poartă")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await numberOf(customer, "Intrare la poartă").selectOption(String(count));
  await payButton(customer).click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  const tickets = await ticketsOn(customer, count);
  await customer.context().close();

  await openBoard(page, night);
  return tickets;
}

/** The tickets that a page after paying shows. */
export async function ticketsOn(page: Page, count: number): Promise<SoldTicket[]> {
  const articles = page.getByRole("article", { name: /^Bilet FSC-/ });
  await expect(articles).toHaveCount(count);
  const tickets: SoldTicket[] = [];
  for (const article of await articles.all()) {
    const [, label = "", group = ""] =
      /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec((await article.textContent()) ?? "") ?? [];
    const source = await article.getByRole("img", { name: /FSC-/ }).first().getAttribute("src");
    const [qr = ""] = await qrInPicture(await (await page.request.get(source ?? "")).body());
    tickets.push({ qr, label, group });
  }
  return tickets;
}

/** From the list of tonight's nights to the board of one. */
export async function openBoard(page: Page, night: string): Promise<void> {
  await page.goto("/gate");
  await page.getByRole("radio", { name: new RegExp(night) }).check();
  await page.getByRole("button", { name: "Începe" }).click();
  await page.getByRole("link", { name: "Panou, porți și telefoane" }).click();
  await expect(page.getByRole("heading", { name: "Înăuntru" })).toBeVisible();
}

export async function addGate(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Porți", exact: true }).click();
  await page.getByLabel("Numele porții").fill(name);
  await page.getByRole("button", { name: "Adaugă poarta" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** The address in the code that binds a phone to a gate, which the chief's page shows. */
export async function invitation(page: Page, gate: string, button = "Leagă un telefon"): Promise<string> {
  await page.getByRole("button", { name: `${button} de ${gate}` }).click();
  const shown = page.getByRole("img", { name: `Cod de legare la ${gate}` });
  await expect(shown).toBeVisible();
  const [link = ""] = await qrInPicture(await shown.screenshot());
  return link;
}
