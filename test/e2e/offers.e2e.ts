import { cards, fillLogin, goodPassword, newCustomer, payWith } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("A9-01 A9-05 A9-06 A9-07 A9-10 A9-11: the offers are in their order, with price, promises and rules", async ({
  page,
}) => {
  await page.goto("/tickets");
  await expect(page.getByRole("heading", { name: "Optiuni Bilete", level: 1 })).toBeVisible();
  const offers = page.getByRole("article");
  await expect(offers.getByRole("heading")).toHaveText([
    "EARLY BIRD Concert Eclipsa",
    "All Season Pass",
    "Group Ticket",
    "Couple Ticket",
  ]);
  const early = offers.first();
  await expect(early).toContainText("160,00 RON");
  await expect(early.getByRole("listitem").first()).toHaveText("Preț special, cantitate limitată");
  await expect(early).toContainText("Acces la concert");
  await expect(page.getByText(/nerambursabile/)).toBeVisible();
  await expect(page.getByText("Biletele Tale Active")).toHaveCount(0);
});

test("A1-31 A9-08 A9-09: an offer needs a sign-in first, then one click leads to the card page and to the tickets", async ({
  page,
}) => {
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Cumpara Acum: Couple Ticket" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await says(page, "Te rugam sa te conectezi pentru a cumpara bilete");
  await newCustomer(page);
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Cumpara Acum: Couple Ticket" }).click();
  await expect(page.getByText("280,00 LEI").first()).toBeVisible();
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(page).toHaveURL("/tickets");
  const held = page.getByRole("region", { name: "Couple Ticket" });
  await expect(held).toContainText("Locurile tale sunt rezervate încă");
  await held.getByRole("link", { name: "Continuă plata: 280 LEI" }).click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Cumpara Acum: Couple Ticket" }).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await expect(page.getByRole("article", { name: /^Bilet SEASON-\d{4}-\d{6}-01/ })).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("article", { name: /^Bilet SEASON-/ })).toHaveCount(1);
  await page.goto("/tickets");
  await expect(page.getByRole("region", { name: "Biletele Tale Active" })).toContainText("Bilet Cumparat");
});

test("A11-01 A11-02 A11-04 A11-05 A11-06 A11-09 A11-10 A11-14 A12-10: the special tickets, and buying one", {
  tag: "@first",
}, async ({ page }) => {
  await page.goto("/season-pass");
  await expect(page.getByRole("heading", { name: "Bilete Speciale EARLY BIRD", level: 1 })).toBeVisible();
  // those of the sample season; other tests may have made more
  const passes = page.getByRole("article").filter({ hasText: /All Season Pass|Couple Ticket|Group Ticket/ });
  await expect(passes).toHaveCount(3);
  await expect(passes.filter({ hasText: "All Season Pass" })).toContainText("490 LEI");
  await expect(passes.filter({ hasText: "Couple Ticket" })).toContainText("Perfect pentru cupluri");
  await expect(passes.filter({ hasText: "Group Ticket" })).toContainText("Ideal pentru grupuri");
  await expect(page.getByRole("heading", { name: "Ce sunt biletele speciale?" })).toBeVisible();
  await page.getByRole("button", { name: "Achiziționează acum: All Season Pass" }).click();
  await says(page, "Te rugăm să te conectezi pentru a cumpăra bilete");
  await newCustomer(page);
  await page.goto("/season-pass");
  await page.getByRole("button", { name: "Achiziționează acum: All Season Pass" }).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  // a ticket for each night, and one card for all of them
  await page.goto("/profile");
  await expect(page.locator("details.my-night, section.codes-first")).toHaveCount(1);
  await expect(page.getByRole("article", { name: /^Bilet SEASON-/ })).toHaveCount(1);
  const nights = page.locator(".pass-nights > li");
  expect(await nights.count()).toBeGreaterThan(5);
  await page.goto("/season-pass");
  await page.getByRole("link", { name: "Înapoi acasă" }).click();
  await expect(page).toHaveURL("/");
});

for (const [path, name] of [
  ["/tickets", "Cumpara Acum: Group Ticket"],
  ["/season-pass", "Achiziționează acum: Group Ticket"],
] as const)
  test(`the offer that was chosen on ${path} is kept behind the login, and after going back from it`, async ({
    page,
    newPerson,
  }) => {
    await page.goto(path);
    const chosen = page.getByRole("article").filter({ hasText: "Group Ticket" });
    await expect(chosen).not.toHaveAttribute("aria-current");
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("heading", { name: "Încă un pas și plătești" })).toBeInViewport();
    await expect(page.getByRole("main")).toContainText(/Alegerea ta.*1 × Group Ticket/s);
    await page.goBack();
    await expect(chosen).toBeInViewport();
    await expect(chosen).toHaveAttribute("aria-current", "true");
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("heading", { name: "Încă un pas și plătești" })).toBeVisible();
    const email = await newCustomer(await newPerson());
    await fillLogin(page, email, goodPassword);
    await expect(page).toHaveURL(new RegExp(`${path}#oferta-`));
    await expect(chosen).toBeInViewport();
    await expect(chosen).toHaveAttribute("aria-current", "true");
  });
