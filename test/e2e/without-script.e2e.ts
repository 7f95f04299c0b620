import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { buy, payAndSee } from "#test/support/purchase-steps.ts";
import { confirmWithPassword, openGate, openPurchase, present } from "#test/support/staff-steps.ts";
import {
  demoLogins,
  fillLogin,
  goodPassword,
  newAdministrator,
  newCustomer,
  numberOf,
  openNight,
  signIn,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ javaScriptEnabled: false });

test("A5-07 A5-08: tickets of two types are bought, shown and downloaded in a browser that runs no script", {
  tag: "@first",
}, async ({ page }) => {
  const email = await newCustomer(page);
  await page.context().clearCookies();
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("1");
  await numberOf(page, "Cuplu").selectOption("1");
  await page.getByRole("button", { name: "Spre plată" }).click();
  await expect(page.getByText("Te rugam sa te conectezi pentru a cumpara bilete")).toBeVisible();
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText("Autentificare reusita!")).toBeVisible();
  await expect(numberOf(page, "Cuplu")).toHaveValue("1");
  await numberOf(page, "Intrare generală").selectOption("2");
  // a sum that does not follow the choice is not shown
  await expect(page.getByText("Total de plată")).toBeHidden();
  await expect(page.getByText("Taxe și comisioane: incluse.")).toBeVisible();
  await page.getByRole("button", { name: "Spre plată" }).click();
  await expect(page.getByText("Intrare generală · Noaptea Perseidelor")).toBeVisible();
  // a person who comes back may pay what is held, or something else
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page.getByRole("link", { name: /^Continuă plata: / }).first()).toBeVisible();
  await numberOf(page, "Cuplu").selectOption("0");
  await page.getByRole("button", { name: "Plătește altă alegere" }).click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  await expect(page.getByText("Cuplu")).toHaveCount(0);
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await numberOf(page, "Cuplu").selectOption("1");
  await page.getByRole("button", { name: "Plătește altă alegere" }).click();
  await expect(page.getByText("Cuplu · Noaptea Perseidelor")).toBeVisible();
  await payAndSee(page);
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await expect(page.getByRole("img", { name: /^Cod QR pentru FSC-/ }).first()).toBeVisible();
  const pdf = await page.getByRole("link", { name: "Salveaza Bilet" }).first().getAttribute("href");
  const answer = await page.request.get(pdf ?? "");
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Comanda \d+/ })
    .click();
  await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Biletul 1 · .*Biletul 3 · .*Cuplu/s);
  await page.getByRole("button", { name: "Retrimite Email" }).click();
  await expect(page.getByText("Emailul de confirmare a fost retrimis cu succes")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
  await page.goto("/events?q=perseidelor&period=upcoming");
  await expect(page.getByRole("link", { name: "Noaptea Perseidelor" })).toBeVisible();
  await page.getByRole("searchbox").fill("nicăieri");
  await page.getByRole("button", { name: "Caută" }).click();
  await expect(page.getByRole("heading", { name: "Nicio noapte nu se potrivește." })).toBeVisible();
});

test("nothing chosen and too many people are answered beside the button", async ({ page, complaints }) => {
  for (const status of [400, 409]) complaints.expectStatus(status);
  await newCustomer(page);
  await openNight(page, "Noaptea Perseidelor");
  const pay = page.getByRole("button", { name: "Spre plată" });
  await pay.click();
  await expect(page.getByText("Te rugam sa selectezi un tip de bilet")).toBeInViewport();
  await numberOf(page, "Cuplu").selectOption("10");
  await numberOf(page, "Intrare generală").selectOption("1");
  await pay.click();
  await expect(page.getByText("O comandă este pentru cel mult 20 de persoane.").first()).toBeInViewport();
  await expect(numberOf(page, "Cuplu")).toHaveValue("10");
});

test("of three tickets one is named, one sent and accepted, and one refunded, all by forms; the gate knows which code is good", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 404, 422]) complaints.expectStatus(status);
  const { title: night, path } = await ownNight("Noapte simplă", { Simplu: 40 });
  const buyer = await newCustomer(page);
  await buy(page, path, { Simplu: 3 });
  const tickets = page.getByRole("article", { name: /^Bilet FSC-/ });
  const codesOf = async (who: Page) =>
    (await who.getByRole("article", { name: /^Bilet FSC-/ }).allTextContents()).map(
      (text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text)?.slice(1) ?? [],
    );
  const [sent = [], refunded = [], named = []] = await codesOf(page);

  await test.step("a name that is an address is refused and stays in its field", async () => {
    const third = tickets.nth(2);
    await third.getByText("Pentru cine e biletul?").click();
    for (const name of ["mara.example/x", "Mara Ene"]) {
      await third.getByLabel("Numele de pe bilet").fill(name);
      await third.getByRole("button", { name: "Scrie numele" }).click();
      if (name === "Mara Ene") continue;
      await expect(third).toContainText("Scrie numele doar cu litere");
      await expect(third.getByLabel("Numele de pe bilet")).toHaveValue(name);
    }
    await expect(third).toContainText("Biletul 3 din 3Mara Ene");
  });

  const friend = await newPerson();
  await test.step("the first is sent by a link, and accepted by another account", async () => {
    await tickets.first().getByRole("link", { name: "Trimite-l" }).click();
    const sheet = page.getByRole("dialog", { name: "Trimite biletul unui prieten." });
    await sheet.getByLabel("Cum îl cheamă?").fill("Vlad");
    await sheet.getByLabel("Emailul lui").fill("vlad@");
    await sheet.getByRole("button", { name: "Trimite biletul" }).click();
    await expect(sheet).toContainText("Adresa nu pare completă.");
    await expect(sheet.getByLabel("Emailul lui")).toHaveValue("vlad@");
    await sheet.getByLabel("Emailul lui").fill("");
    await sheet.getByRole("button", { name: "Trimite biletul" }).click();
    const link = await page.getByLabel("Linkul biletului").inputValue();
    await newCustomer(friend);
    await friend.goto(link);
    await friend.getByRole("button", { name: "Accept biletul" }).click();
    await expect(friend.getByText("Biletul e al tău.")).toBeVisible();
  });
  const [received = []] = await codesOf(friend);

  await test.step("the second is refunded", async () => {
    const office = await newPerson();
    await newAdministrator(office);
    await openPurchase(office, buyer);
    await office.getByRole("link", { name: "Rambursează locul 2" }).click();
    const question = office.getByRole("dialog", { name: /^Rambursează către / });
    await question.getByLabel("Motiv").selectOption("Cerere a clientului");
    await question.getByRole("button", { name: "Rambursează" }).click();
    await confirmWithPassword(office);
    await expect(office.getByRole("dialog").getByText("Parțial rambursat")).toBeVisible();
  });

  const gate = await newPerson();
  await signIn(gate, demoLogins.gate.email);
  await openGate(gate, night);
  for (const [[label = "", group = ""], said] of [
    [sent, "Cod necunoscut"],
    [received, "ADMIS"],
    [received, "Bilet deja folosit"],
    [refunded, "REFUZAT"],
    [named, "ADMIS"],
  ] as const) {
    await present(gate, label, group);
    await expect(gate.getByRole("alert")).toContainText(said);
    await gate.getByRole("link", { name: "Următorul" }).click();
  }
});
