import { expect, type Page } from "@playwright/test";
import { dayOf } from "#kernel/time.ts";

type NewType = {
  night: string;
  name: string;
  price: string;
  left: string;
  /** People who come in by one code. */
  entries?: string;
};

/** An administrator makes a ticket type, or a pass, at its address. */
export async function addType(page: Page, path: string, type: NewType): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Tip").fill(type.name);
  await page.getByLabel("Preț").first().fill(type.price);
  await page.getByLabel("Rămase de vânzare").fill(type.left);
  if (type.entries) {
    await page.getByLabel("Intrări per bilet").fill(type.entries);
    await page.getByRole("radio", { name: "Unul pe comandă" }).check();
  }
  if (path.startsWith("/admin/abonamente")) {
    await page.getByRole("checkbox", { name: type.night }).first().check();
  } else {
    const nights = page.getByLabel("Evenimente", { exact: true });
    const label = await nights.locator("option", { hasText: type.night }).first().textContent();
    await nights.selectOption({ label: label ?? "" });
  }
  await page.getByRole("button", { name: /^Salvează / }).click();
  await expect(page.getByText(/creat cu succes/)).toBeVisible();
}

/** Gate staff choose the night that they admit to. */
export async function openGate(gate: Page, night: string): Promise<void> {
  await gate.goto("/gate");
  await gate.getByRole("radio", { name: new RegExp(night) }).check();
  await gate.getByRole("button", { name: "Începe" }).click();
}

/** Gate staff type what stands on a ticket, or what its QR says. */
export async function present(gate: Page, code: string, group = ""): Promise<void> {
  await gate.getByLabel("Codul de pe bilet").fill(code);
  await gate.getByLabel("Grupa de control").fill(group);
  await gate.getByRole("button", { name: "Verifică" }).click();
}

/** Publishes a night that is a draft, from the list of nights. */
export async function publishNight(page: Page, night: string): Promise<void> {
  await page.goto(`/admin/events?q=${encodeURIComponent(night)}`);
  await page.getByRole("link", { name: night, exact: true }).click();
  await page.getByRole("link", { name: "Publică", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publică acum" }).click();
}

/** Makes a night of today that begins just before midnight, so that until then tickets can be sent and used. */
export async function makeLateNight(page: Page, night: string): Promise<void> {
  await page.goto("/admin/events/new");
  await page.getByRole("textbox", { name: "Nume", exact: true }).fill(night);
  await page.getByRole("textbox", { name: "Titlu" }).fill(night);
  await page.getByLabel("Descriere").fill("O noapte târzie.");
  await page.getByLabel(/^Data/).fill(dayOf(new Date()));
  await page.getByLabel(/^Ora/).fill("23:59");
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Event created successfully")).toBeVisible();
  await publishNight(page, night);
  await expect(page.getByText("Evenimentul a fost publicat.")).toBeVisible();
}
