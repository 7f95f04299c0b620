import { expect, type Page } from "@playwright/test";
import { ownNight } from "./own-night.ts";
import { buy } from "./purchase-steps.ts";
import { qrInPicture } from "./read-qr.ts";
import { confirmed, openGate, openNightForm } from "./staff-steps.ts";
import { newCustomer } from "./visitor.ts";

export type SoldTicket = { readonly qr: string; readonly label: string; readonly group: string };

/** A night that begins soon, of whose tickets a customer buys so many. */
export async function soldTickets(customer: Page, words: string, count: number) {
  const { title, path } = await ownNight(words, { "Intrare la poartă": 60 });
  await newCustomer(customer);
  await buy(customer, path, { "Intrare la poartă": count });
  return { night: title, tickets: await ticketsOn(customer, count) };
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
  await openGate(page, night);
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
  await confirmed(page, () => expect(shown).toBeVisible());
  const [link = ""] = await qrInPicture(await shown.screenshot());
  return link;
}

type NewGuest = { readonly night: string; readonly name: string; readonly places: number };

/** An administrator's page makes a guest list of four places, with one name. */
export async function listGuest(page: Page, { night, name, places }: NewGuest): Promise<void> {
  await openNightForm(page, night);
  await page.getByRole("link", { name: "Invitați", exact: true }).click();
  const list = page.getByRole("form", { name: "Listă nouă" });
  await list.getByLabel("Numele listei").fill("Presă");
  await list.getByLabel("Locuri").fill("4");
  await list.getByRole("button", { name: "Salvează lista" }).click();
  await expect(page.getByText("4 locuri; 0 intrați")).toBeVisible();
  const add = page.getByRole("form", { name: "Adaugă pe listă" });
  await add.getByLabel("Nume").fill(name);
  await add.getByLabel("Locuri").fill(String(places));
  await add.getByRole("button", { name: "Adaugă" }).click();
  await expect(page.getByRole("button", { name: `Scoate ${name} de pe listă` })).toBeVisible();
}
