import type { Page } from "@playwright/test";
import {
  addGate,
  invitation,
  openBoard,
  type SoldTicket,
  soldTickets,
  ticketsOn,
} from "#test/support/door-steps.ts";
import { drawCamera } from "#test/support/drawn-camera.ts";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { beginShift, boundPhone, scannerTypes, word } from "#test/support/scanner-steps.ts";
import { openGate } from "#test/support/staff-steps.ts";
import { newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const unread = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Ultimul cod scanat nu a fost citit" });

async function readyGate(gate: Page, night: string): Promise<void> {
  await openGate(gate, night);
  await expect(gate.getByLabel("Codul de pe bilet")).toBeFocused();
}

/** The gate shows this answer, to this ticket of so many, and no other. */
async function answers(gate: Page, said: string, about: string): Promise<void> {
  await expect(word(gate)).toHaveText(said);
  await expect(gate.getByRole("alert").filter({ has: gate.getByRole("heading") })).toContainText(about);
}

test("50: three tickets that a scanner types in a row, without a touch, each get their own answer, and so does whatever comes after a refusal", {
  tag: "@first",
}, async ({ page, newPerson }) => {
  await newAdministrator(page);
  const { night, tickets } = await soldTickets(await newPerson(), "Noapte cu scaner", 3);
  const [first, second, third] = tickets.map(({ qr }) => qr) as [string, string, string];
  await readyGate(page, night);
  await scannerTypes(page, first);
  await answers(page, "ADMIS", "Biletul 1 din 3");
  await test.step("as a Romanian keyboard writes it", async () => {
    await scannerTypes(page, second.replaceAll(":", "Ș"));
    await answers(page, "ADMIS", "Biletul 2 din 3");
  });
  await test.step("with Caps Lock", async () => {
    await scannerTypes(page, third.toLowerCase());
    await answers(page, "ADMIS", "Biletul 3 din 3");
  });
  await scannerTypes(page, first);
  await answers(page, "REFUZAT", "Bilet deja folosit");
  await scannerTypes(page, "WIFI:S:Terasa;T:WPA;P:nisip;;");
  await answers(page, "REFUZAT", "Cod necunoscut");
  await scannerTypes(page, second);
  await answers(page, "REFUZAT", "Biletul 2 din 3");
});

test("50: what a scanner types presses no button that has the focus", async ({ page, newPerson }) => {
  await newAdministrator(page);
  const { title, path } = await ownNight("Noapte cu grup", { Grup: { lei: 200, entries: 5 } });
  const customer = await newPerson();
  await newCustomer(customer);
  await buy(customer, path, { Grup: 1 });
  const [{ qr }] = (await ticketsOn(customer, 1)) as [SoldTicket];
  await readyGate(page, title);
  await scannerTypes(page, qr);
  await expect(page.getByText(/4\s*intrări rămase/)).toBeVisible();
  await page.getByRole("button", { name: "încă 1" }).focus();
  await scannerTypes(page, "un cod de la altcineva");
  await answers(page, "REFUZAT", "Cod necunoscut");
  await scannerTypes(page, qr);
  await expect(page.getByText(/3\s*intrări rămase/)).toBeVisible();
});

test("50: while a code is being checked no earlier answer is on the screen, and of a code that comes meanwhile the page says that it was not read", async ({
  page,
  newPerson,
}) => {
  await newAdministrator(page);
  const { night, tickets } = await soldTickets(await newPerson(), "Noapte cu rețea slabă", 3);
  const [first, second, third] = tickets.map(({ qr }) => qr) as [string, string, string];
  await readyGate(page, night);
  await scannerTypes(page, first);
  await answers(page, "ADMIS", "Biletul 1 din 3");
  const release = Promise.withResolvers<void>();
  await page.route(/\/gate(\.data)?\?/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await scannerTypes(page, second);
  await expect(page.getByText("Se verifică")).toBeVisible();
  await expect(page.getByText("ADMIS")).toHaveCount(0);
  await scannerTypes(page, third);
  await expect(unread(page)).toBeVisible();
  release.resolve();
  await answers(page, "ADMIS", "Biletul 2 din 3");
  await expect(unread(page)).toContainText("Scanează-l din nou.");
  await scannerTypes(page, third);
  await answers(page, "ADMIS", "Biletul 3 din 3");
  await expect(unread(page)).toHaveCount(0);
});

test("50: on a phone a refusal stays until it was seen, and a code that a scanner types meanwhile is said not to be read", async ({
  page,
  browser,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(403);
  await newAdministrator(page);
  const { night, tickets } = await soldTickets(await newPerson(), "Noapte cu telefon", 2);
  const [first, second] = tickets.map(({ qr }) => qr) as [string, string];
  await openBoard(page, night);
  await addGate(page, "Poarta A");
  // with a clock of its own a page would not see how fast the keys follow each other
  const context = await browser.newContext({ permissions: ["camera"] });
  await drawCamera(context);
  const phone = await boundPhone(context, await invitation(page, "Poarta A"), "Radu M.");
  await beginShift(phone);
  await scannerTypes(phone, first.replaceAll(":", "Ș"));
  await answers(phone, "ADMIS", "1 intrare");
  await scannerTypes(phone, first);
  await answers(phone, "REFUZAT", "Bilet deja folosit");
  await scannerTypes(phone, second);
  await expect(unread(phone)).toContainText("Încheie ce e pe ecran");
  await expect(word(phone)).toHaveText("REFUZAT");
  await phone.getByRole("button", { name: /biletul următor|^Următorul$/ }).click();
  await expect(unread(phone)).toHaveCount(0);
  await phone.getByRole("button", { name: "Ultimele" }).click();
  await scannerTypes(phone, second);
  await expect(unread(phone)).toBeVisible();
  await phone.getByRole("button", { name: "Scanează" }).click();
  await scannerTypes(phone, second);
  await answers(phone, "ADMIS", "1 intrare");
  await expect(unread(phone)).toHaveCount(0);
  await context.close();
});
