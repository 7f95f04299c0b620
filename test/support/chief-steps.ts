import { expect, type Page } from "@playwright/test";
import { qrInPicture } from "./read-qr.ts";

/** From the page of typed codes to the board of a night. */
export async function openBoard(page: Page, night: string): Promise<void> {
  await page.goto("/gate");
  await page.getByRole("radio", { name: new RegExp(night) }).check();
  await page.getByRole("button", { name: "Începe" }).click();
  await page.getByRole("link", { name: "Panou, porți și telefoane" }).click();
  await expect(page.getByRole("heading", { name: "Înăuntru" })).toBeVisible();
}

/** The chief adds an open gate. */
export async function addGate(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Porți", exact: true }).click();
  await page.getByLabel("Numele porții").fill(name);
  await page.getByRole("button", { name: "Adaugă poarta" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** The address in the code that the chief shows. */
export async function invitation(page: Page, gate: string, button = "Leagă un telefon"): Promise<string> {
  await page.getByRole("button", { name: `${button} de ${gate}` }).click();
  const shown = page.getByRole("img", { name: `Cod de legare la ${gate}` });
  await expect(shown).toBeVisible();
  const [link = ""] = await qrInPicture(await shown.screenshot());
  return link;
}

/** The tickets that a page after paying shows: what is written on each, and what its QR says. */
export async function ticketsOn(page: Page): Promise<{ label: string; code: string }[]> {
  const images = page.getByRole("img", { name: /FSC-/ });
  await expect(images.first()).toBeVisible();
  const shown = await images.evaluateAll((all) =>
    all.map((image) => [(image as HTMLImageElement).src, (image as HTMLImageElement).alt] as const),
  );
  const tickets: { label: string; code: string }[] = [];
  for (const [source, alt] of new Map(shown)) {
    const answer = await page.request.get(source);
    const label = /FSC-\d{4}-\d{6}/.exec(alt)?.[0] ?? "";
    for (const code of await qrInPicture(await answer.body())) tickets.push({ label, code });
  }
  return tickets;
}
