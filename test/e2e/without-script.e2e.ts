import { cards, freshEmail, goodPassword, openNight, payWith, register } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ javaScriptEnabled: false });

test("a ticket is bought, shown and downloaded in a browser that runs no script", { tag: "@sizes" }, async ({
  page,
}) => {
  const email = freshEmail();
  await register(page.request, email);
  await openNight(page, "Noaptea Perseidelor");
  await page.getByRole("link", { name: "Conectează-te pentru a cumpăra bilete" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
  await page.getByRole("button", { name: "Conectează-te" }).click();
  await expect(page.getByText("Autentificare reusita!")).toBeVisible();
  await page.getByRole("radio", { name: /^Intrare generală/ }).check();
  await page.getByLabel("Cantitate").selectOption("2");
  // a sum that does not follow the choice is not shown
  await expect(page.getByText("Total de plată")).toBeHidden();
  await expect(page.getByText("Taxe și comisioane: incluse.")).toBeVisible();
  await page.getByRole("button", { name: "Spre plată" }).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await expect(page.getByRole("article", { name: /^Bilet FSC-/ })).toContainText("2 din 2");
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await expect(page.getByRole("img", { name: /^Cod QR pentru FSC-/ })).toBeVisible();
  const pdf = await page.getByRole("link", { name: "Salveaza Bilet" }).getAttribute("href");
  const answer = await page.request.get(pdf ?? "");
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  await page.goto("/events?q=perseidelor&period=upcoming");
  await expect(page.getByRole("link", { name: "Noaptea Perseidelor" })).toBeVisible();
  await page.getByRole("searchbox").fill("nicăieri");
  await page.getByRole("button", { name: "Aplică filtrele" }).click();
  await expect(page.getByRole("heading", { name: "Nicio noapte nu se potrivește." })).toBeVisible();
});
