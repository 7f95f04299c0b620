import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { qrInPdf, qrInPicture } from "#test/support/read-qr.ts";
import { openGate, present } from "#test/support/staff-steps.ts";
import {
  cards,
  demoLogins,
  fillLogin,
  freshEmail,
  goodPassword,
  letterTo,
  linkIn,
  numberOf,
  payButton,
  payWith,
  signIn,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("A1-07 A1-08 A1-09 A1-19 A7-01 A7-03 A7-04: from an unknown address to the fifth person refused at the gate", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [402, 403, 422]) complaints.expectStatus(status);
  const email = freshEmail();
  const { title: night, path } = await ownNight("Noapte pentru patru", { Cuplu: { lei: 190, entries: 2 } });

  await test.step("register: each error is beside its field, then the account is made", async () => {
    await page.goto("/");
    await page.goto("/register");
    await page.getByRole("button", { name: "Creează contul" }).click();
    await expect(page.getByText("Numele complet este obligatoriu")).toBeVisible();
    await expect(page.getByText("Email-ul este obligatoriu")).toBeVisible();
    await expect(page.getByLabel("Nume complet")).toBeFocused();
    await page.getByLabel("Nume complet").fill("Ștefan Țânțar");
    await page.getByLabel("Telefon").fill("0722 000 111");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
    await page.getByLabel("Confirmă parola", { exact: true }).fill(`${goodPassword}!`);
    await page.getByRole("button", { name: "Încearcă din nou" }).click();
    await expect(page.getByText("Parolele nu corespund")).toBeVisible();
    await page.getByLabel("Confirmă parola", { exact: true }).fill(goodPassword);
    await page.getByRole("button", { name: "Încearcă din nou" }).click();
    await says(page, "Inregistrare reusita! Verifica email-ul pentru a confirma contul.");
    await expect(page).toHaveURL("/login?mode=verify");
  });

  await test.step("sign-in is refused until the address is confirmed by the email's link and its button, which signs in here", async () => {
    await page.getByRole("link", { name: "Am confirmat, continuă" }).click();
    await page.getByRole("link", { name: "Conectează-te cu parola ta" }).click();
    await fillLogin(page, email, goodPassword);
    await expect(page.getByText(/Adresa nu este confirmată încă/)).toBeVisible();
    await page.goto(linkIn(await letterTo(page.request, email, /Confirmă adresa/), "/confirm"));
    await page.getByRole("button", { name: "Da, este adresa mea" }).click();
    await expect(page).toHaveURL("/");
    await says(page, "Adresa e confirmată. Ești în cont.");
  });

  await test.step("choose tonight, two tickets for two, and pay: first a declined card, then a good one", async () => {
    await page.goto(path);
    await numberOf(page, "Cuplu").selectOption("2");
    await expect(page.getByRole("definition").filter({ hasText: "380 LEI" }).first()).toBeVisible();
    await payButton(page, "380").click();
    await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
    await payWith(page, cards.declined);
    await expect(page.getByRole("alert")).toContainText("Cardul a fost refuzat");
    await payWith(page, cards.good);
    await expect(page).toHaveURL(/\/tickets\/success\?session_id=cs_/);
  });

  const ticket = await test.step("the page after payment is the ticket", async () => {
    await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
    const card = page.getByRole("article", { name: /^Bilet FSC-/ });
    await expect(card).toBeVisible();
    await expect(card).toContainText("4 din 4");
    await expect(card).toContainText("Ștefan Țânțar");
    await expect(page.getByText("380,00 RON")).toBeVisible();
    await expect(page.getByText("Platit")).toBeVisible();
    const label = /FSC-\d{4}-\d{6}/.exec((await card.textContent()) ?? "")?.[0] ?? "";
    const group = (await card.locator(".tear-card__group").textContent())?.trim() ?? "";
    expect(group).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    return { label, group, qr: await shownQr(page, label) };
  });

  await test.step("the email has the same ticket as a PDF", async () => {
    const letter = await letterTo(page.request, email, new RegExp(`Biletele tale: ${night}`));
    expect(letter.text).toContain(ticket.label);
    expect(letter.html).not.toContain("<script");
    const pdf = letter.attachments.find(({ contentType }) => contentType === "application/pdf");
    expect(pdf?.filename).toContain(ticket.label);
    await page.goto("/_demo/mail");
    await page.getByRole("link", { name: new RegExp(`Biletele tale: ${night}.*${email}`) }).click();
    const file = await page.getByRole("link", { name: pdf?.filename ?? "" }).getAttribute("href");
    const answer = await page.request.get(file ?? "");
    expect(await qrInPdf(await answer.body())).toEqual([[ticket.qr]]);
  });

  await test.step("the profile shows it, saves it and sends it again", async () => {
    await page.goto("/profile");
    const card = page.getByRole("article", { name: `Bilet ${ticket.label}` });
    await expect(card).toContainText("4 din 4 intrări rămase");
    expect(await shownQr(page, ticket.label)).toBe(ticket.qr);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      card.getByRole("link", { name: "Salveaza Bilet" }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(ticket.label);
    expect(await qrInPdf(await readFile(await download.path()))).toEqual([[ticket.qr]]);
    await card.getByRole("button", { name: "Retrimite Email" }).click();
    await says(page, "Emailul de confirmare a fost retrimis cu succes");
    await page.getByRole("link", { name: "Achizitii" }).click();
    await expect(page.getByText("Platit").first()).toBeVisible();
  });

  await test.step("the gate admits four, one by one, by QR and by typed code, and refuses the fifth", async () => {
    const gate = await newPerson();
    await signIn(gate, demoLogins.gate.email);
    await openGate(gate, night);
    await present(gate, ticket.qr);
    await expect(gate.getByRole("alert")).toContainText("ADMIS");
    await expect(gate.getByText(/^3\s*intrări rămase\s*din 4$/)).toBeVisible();
    await gate.getByRole("button", { name: "încă 1" }).click();
    await expect(gate.getByText(/^2\s*intrări rămase\s*din 4$/)).toBeVisible();
    await gate.getByRole("link", { name: "Următorul" }).click();
    await expect(gate.getByRole("region", { name: "Ultimele" }).getByRole("listitem")).toHaveCount(2);
    await present(gate, ticket.label);
    await expect(gate.getByRole("alert")).toContainText("Scrie și grupa de control de 8 semne.");
    await present(gate, ticket.label.toLowerCase(), ticket.group.toLowerCase());
    await expect(gate.getByText(/^1\s*intrare rămasă\s*din 4$/)).toBeVisible();
    await gate.getByRole("link", { name: "Următorul" }).click();
    await present(gate, ticket.qr);
    await expect(gate.getByRole("alert")).toContainText("ADMIS");
    await expect(gate.getByText(/^0\s*intrări rămase\s*din 4$/)).toBeVisible();
    await gate.getByRole("link", { name: "Următorul" }).click();
    await present(gate, ticket.qr);
    await expect(gate.getByRole("alert")).toContainText("REFUZAT");
    await expect(gate.getByRole("alert")).toContainText("Bilet deja folosit");
    await page.goto("/profile");
    const card = page.getByRole("article", { name: `Bilet ${ticket.label}` });
    await expect(card).toContainText("Nicio intrare rămasă");
    await expect(card).toContainText("Folosit");
  });
});

/** The content of a ticket's QR on the screen, read from its pixels as a phone would. */
async function shownQr(page: Page, label: string): Promise<string> {
  const picture = page.getByRole("img", { name: `Cod QR pentru ${label}` });
  await picture.scrollIntoViewIfNeeded();
  await expect(async () => {
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }).toPass();
  const [shown] = await qrInPicture(await picture.screenshot());
  const answer = await page.request.get((await picture.getAttribute("src")) ?? "");
  const [drawn] = await qrInPicture(await answer.body());
  expect(shown).toBe(drawn);
  return drawn ?? "";
}
