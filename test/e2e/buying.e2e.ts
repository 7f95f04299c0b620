import { cards, newCustomer, numberOf, openNight, payButton, payWith } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const night = "Ultima Lumină";

test("A16-05 A16-08 A16-16 A16-17 A17-15: an offer is processing until the card page opens, or shows the error", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(409);
  await newCustomer(page);
  await page.goto("/tickets");
  const buy = page.getByRole("button", { name: "Cumpara Acum: Group Ticket" });
  const answers = [
    { status: 200, json: {} },
    { status: 409, json: { error: "Nu exista suficiente bilete disponibile" } },
  ];
  const bodies: unknown[] = [];
  let open = () => {};
  await page.route("/functions/v1/checkout-session", async (route) => {
    bodies.push(route.request().postDataJSON());
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    const answer = answers.shift();
    await (answer ? route.fulfill(answer) : route.continue());
  });
  for (const said of ["Nu s-a putut crea sesiunea de checkout", "Nu exista suficiente bilete disponibile"]) {
    await buy.click();
    await expect(page.getByRole("button", { name: "Procesare..." })).toBeDisabled();
    open();
    await says(page, said);
    await expect(buy).toBeEnabled();
  }
  await buy.click();
  await expect(page.getByRole("button", { name: "Procesare..." })).toBeDisabled();
  open();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  const { origin } = new URL(page.url());
  for (const body of bodies)
    expect(body).toEqual({
      price_id: expect.stringMatching(/^price_/),
      success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/tickets`,
      mode: "payment",
      quantity: 1,
      total: 76_000,
      nights: expect.stringMatching(/^[\da-f-]{36}@\d{4}-\d\d-\d\dT\d\d:\d\d /),
    });
});

test("A13-04 A13-06 A13-07 A13-08 A16-18 A18-22: the test purchase counts the sum, is processing as long as the server works, and ends with the ticket", async ({
  page,
}) => {
  await newCustomer(page);
  await openNight(page, "Noaptea Fosforului");
  const form = await page.locator("#cumpara").getAttribute("action");
  await page.goto(String(form).replace("/events/", "/purchase/"));
  await page.getByRole("radio", { name: /^Intrare generală/ }).check();
  await page.getByLabel("Cantitate").selectOption("3");
  await expect(page.getByRole("definition").last()).toHaveText(/^\d+ LEI$/);
  const total = Number((await page.getByRole("definition").last().textContent())?.replace(/\D/g, ""));
  expect(total % 3).toBe(0);
  const { promise: untilRead, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/purchase\/.*\.data/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await untilRead;
    await route.continue();
  });
  await page.getByRole("button", { name: "Cumpără de probă" }).click();
  await expect(page.getByRole("button", { name: "Procesare..." })).toBeDisabled();
  goOn();
  await expect(page.getByRole("heading", { name: "Biletul de probă e gata." })).toBeVisible();
  const card = page.getByRole("article", { name: /^Bilet FSC-/ });
  await expect(card).toContainText("3 din 3");
  await expect(card.getByRole("img", { name: /^Cod QR pentru FSC-/ })).toBeVisible();
  await page.getByRole("link", { name: "Vezi în profil" }).click();
  await expect(page.getByRole("img", { name: /^Cod QR pentru FSC-/ })).toBeVisible();
});

test("A5-07 A5-09 A5-10: three tickets of two types are chosen with a finger and paid once", {
  tag: ["@first", "@sizes"],
}, async ({ page }) => {
  await newCustomer(page);
  await openNight(page, night);
  await expect(page.getByRole("button", { name: "Alege câte bilete vrei" })).toBeDisabled();
  const more = (type: string) => page.getByRole("button", { name: `Adaugă unul: ${type}` });
  await expect(page.getByRole("button", { name: "Scade unul: Cuplu" })).toBeDisabled();
  await more("Intrare generală").click();
  await more("Intrare generală").click();
  await more("Intrare generală").click();
  await page.getByRole("button", { name: "Scade unul: Intrare generală" }).click();
  await more("Cuplu").click();
  await expect(numberOf(page, "Intrare generală")).toHaveValue("2");
  await expect(page.locator(".summary")).toContainText(
    /2 × Intrare generală\s*200 LEI\s*1 × Cuplu\s*170 LEI.*Total de plată\s*370 LEI/s,
  );
  const foot = page.locator(".buy-bar");
  await page.evaluate(() => scrollTo(0, 0));
  if (await foot.isVisible()) {
    await expect(foot).toContainText("3 bilete · 370 LEI");
    await foot.getByRole("button", { name: "Plătește" }).click();
  } else await payButton(page, "370").click();
  await expect(page.getByText("Intrare generală · Ultima Lumină")).toBeVisible();
  await expect(page.getByText("Cuplu · Ultima Lumină")).toBeVisible();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await page.goto("/profile?section=orders");
  const order = page.getByRole("main").getByRole("link", { name: /Comanda \d+/ });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText("370,00 LEI");
});
