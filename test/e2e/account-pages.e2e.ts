import {
  demoLogins,
  fillLogin,
  goodPassword,
  letterTo,
  linkIn,
  newCustomer,
  signIn,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("A12-01 A12-04 A12-06 A12-10 A12-12 A12-14: the season's customer sees tickets, a pass as one card, and orders", async ({
  page,
}) => {
  await signIn(page, demoLogins.customer.email);
  await page.goto("/profile");
  await expect(page.getByText("ioana@exemplu.example").first()).toBeVisible();
  const rows = page.locator("details.my-night");
  expect(await rows.count()).toBeGreaterThanOrEqual(3);
  // what is for tonight lies open above the rows
  const pass = page.locator("details.my-night, section.codes-first").filter({ hasText: "All Season Pass" });
  await expect(pass).toHaveCount(1);
  const isClosed = (row: HTMLElement) => row instanceof HTMLDetailsElement && !row.open;
  if (await pass.evaluate(isClosed)) await pass.locator("summary").first().click();
  await expect(pass.getByRole("article", { name: /^Bilet SEASON-/ })).toHaveCount(1);
  await expect(pass.getByRole("heading", { name: "Nopțile tale" })).toBeVisible();
  await page.getByRole("link", { name: "Achizitii" }).click();
  await expect(page.getByText("Platit").first()).toBeVisible();
  await page.getByRole("link", { name: "Bilete", exact: true }).click();
  await expect(rows.first()).toBeVisible();
});

test("A1-21 A8-04 A8-15, I24: a forgotten password is replaced with the link of an email, once", async ({
  page,
  complaints,
}) => {
  for (const status of [400, 401, 422]) complaints.expectStatus(status);
  const email = await newCustomer(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Ai uitat parola?" }).click();
  await expect(page.getByRole("heading", { name: "Resetează parola" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Trimite linkul" }).click();
  await expect(page.getByRole("heading", { name: "Verifică emailul" })).toBeVisible();
  const link = linkIn(await letterTo(page.request, email, /Alege o parolă nouă/), "/reset-password");

  await page.goto(link);
  await page.getByLabel("Parola nouă", { exact: true }).fill("scurt");
  await page.getByLabel("Confirmă parola", { exact: true }).fill("altfel");
  await page.getByRole("button", { name: "Salvează parola" }).click();
  await expect(page.getByText("Parola trebuie sa aiba cel putin 8 caractere")).toBeVisible();
  await expect(page.getByText("Parolele nu corespund")).toBeVisible();
  const renewed = "pescăruși la răsărit";
  await page.getByLabel("Parola nouă", { exact: true }).fill(renewed);
  await page.getByLabel("Confirmă parola", { exact: true }).fill(renewed);
  await page.getByRole("button", { name: "Salvează parola" }).click();
  await expect(page).toHaveURL("/login");
  await says(page, "Parola a fost schimbată. Conectează-te cu cea nouă.");
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText("Email sau parola invalida.", { exact: false })).toBeVisible();
  await fillLogin(page, email, renewed);
  await says(page, "Autentificare reusita!");

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Linkul nu mai e valabil." })).toBeVisible();
  await page.getByRole("link", { name: "Cere un link nou" }).click();
  await expect(page.getByRole("heading", { name: "Resetează parola" })).toBeVisible();
});

test("every link of header, footer and profile leads to a page", async ({ page }) => {
  await signIn(page, demoLogins.customer.email);
  const paths = new Set<string>();
  for (const from of ["/", "/profile", "/events", "/login?mode=forgot"]) {
    await page.goto(from);
    const links = await page
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const origin = new URL(page.url()).origin;
    for (const link of links)
      if (link.startsWith(origin)) paths.add(new URL(link).pathname + new URL(link).search);
  }
  expect(paths.size).toBeGreaterThan(20);
  const dead: string[] = [];
  for (const path of paths) {
    const answer = await page.request.get(path);
    if (answer.status() >= 400) dead.push(`${answer.status()} ${path}`);
  }
  expect(dead).toEqual([]);
});
