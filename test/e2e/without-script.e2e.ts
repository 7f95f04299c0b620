import {
  cards,
  freshEmail,
  goodPassword,
  newCustomer,
  numberOf,
  openNight,
  payWith,
  register,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ javaScriptEnabled: false });

test("A5-07 A5-08: tickets of two types are bought, shown and downloaded in a browser that runs no script", {
  tag: ["@first", "@sizes"],
}, async ({ page }) => {
  const email = freshEmail();
  await register(page.request, email);
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("1");
  await numberOf(page, "Cuplu").selectOption("1");
  await page.getByRole("button", { name: "Spre plată" }).click();
  await expect(page.getByText("Te rugam sa te conectezi pentru a cumpara bilete")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
  await page.getByRole("button", { name: "Conectează-te" }).click();
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
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
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
