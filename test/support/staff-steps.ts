import { type APIResponse, expect, type Page } from "@playwright/test";
import type { Day } from "#kernel/time.ts";
import { goodPassword } from "./visitor.ts";
import { says } from "./watched-test.ts";

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
  await page.getByRole("checkbox", { name: type.night }).first().check();
  await page.getByRole("button", { name: /^Salvează / }).click();
  await says(page, /creat cu succes/);
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

/** To the form of a night, from the list of nights. */
export async function openNightForm(page: Page, night: string): Promise<void> {
  await page.goto(`/admin/events?q=${encodeURIComponent(night)}`);
  await page.getByRole("link", { name: night, exact: true }).first().click();
  await expect(page.getByRole("textbox", { name: "Titlu" })).toHaveValue(night);
}

/** Publishes a night that is a draft, from the list of nights. */
export async function publishNight(page: Page, night: string): Promise<void> {
  await openNightForm(page, night);
  await page.getByRole("link", { name: "Publică", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publică acum" }).click();
  await says(page, "Evenimentul a fost publicat.");
}

type NewNight = {
  readonly night: string;
  readonly day: Day;
  readonly time?: string;
  /** Of each type nine are sold; their prices are in lei. */
  readonly types?: Readonly<Record<string, number>>;
};

/** Fills in the form of a new night. */
export async function fillNight(page: Page, { night, day, time, types = {} }: NewNight): Promise<void> {
  await page.getByRole("textbox", { name: "Nume", exact: true }).fill(night);
  await page.getByRole("textbox", { name: "Titlu" }).fill(night);
  await page.getByLabel("Descriere").fill("Un singur reflector și ceață.");
  await page.getByLabel(/^Data/).fill(day);
  if (time) await page.getByLabel(/^Ora/).fill(time);
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  for (const [at, [name, price]] of Object.entries(types).entries()) {
    await page.getByRole("button", { name: "Adaugă tip" }).click();
    await page.getByLabel(`Numele tipului ${at + 1}`).fill(name);
    await page.getByLabel(`Prețul tipului ${at + 1}, în lei`).fill(String(price));
    await page.getByLabel(`Cantitatea tipului ${at + 1}`).fill("9");
  }
}

export async function saveNight(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await says(page, "Event created successfully");
}

/** The password once more, for an act that asks for it. */
export async function confirmWithPassword(page: Page, password = goodPassword): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await dialog.getByRole("textbox", { name: "Parola ta" }).fill(password);
  await dialog.getByRole("button", { name: "Confirmă cu parola" }).click();
}

/**
 * What an act asks for before it happens: the password, which lasts for some minutes, or where that is fresh and much hangs
 * on it, whether it is meant. Then what the act leads to.
 */
export async function confirmed(
  page: Page,
  isDone: () => Promise<void>,
  password = goodPassword,
): Promise<void> {
  const done = isDone();
  const dialog = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  const lastStep = page.getByRole("dialog", { name: "Ultimul pas" });
  const asked = dialog.or(lastStep).waitFor();
  const isAsked = await Promise.race([asked.then(() => true), done.then(() => false)]);
  if (isAsked && (await lastStep.isVisible()))
    await lastStep.getByRole("button", { name: /noaptea$/ }).click();
  else if (isAsked) await confirmWithPassword(page, password);
  await done;
}

/** To the drawer of the newest purchase with this address. */
export async function openPurchase(page: Page, email: string): Promise<void> {
  await page.goto(`/admin/purchases?q=${encodeURIComponent(email)}`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByText("Istoric")).toBeVisible();
}

/** Has the books compared with the provider's, and waits for this comparison's own answer. */
export async function compareBooks(page: Page): Promise<void> {
  await page.goto("/admin/reconciliation");
  await page.getByRole("button", { name: "Verifică acum" }).first().click();
  await says(page, /^Cărțile se potrivesc|^Am găsit diferențe/);
}

/** The file at an address of the office; asks again, as a person does, where a busy site says that it could not make it. */
export async function fileAt(page: Page, address: string): Promise<APIResponse> {
  const ask = () => page.request.get(address, { maxRedirects: 0 });
  let file = await ask();
  await expect(async () => {
    if (file.status() !== 200) file = await ask();
    expect(file.status()).toBe(200);
  }).toPass();
  return file;
}
