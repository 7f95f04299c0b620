import {
  chooseTwo,
  chosenTwo,
  confirmsAndPays,
  createsAccount,
  fillRegister,
  general,
  goToRegister,
  guestPage,
  loginToBuy,
  payAndSee,
  payOf,
  verifyPage,
} from "#test/support/purchase-steps.ts";
import { freshEmail, letterTo, linkIn, numberOf, register } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("a choice outlives registering, the email and another address, up to the payment", {
  tag: "@first",
}, async ({ page }) => {
  const [mistyped, email] = [freshEmail(), freshEmail()];
  await chooseTwo(page);
  const main = page.getByRole("main");
  await goToRegister(page);
  await expect(main).toContainText(chosenTwo);

  const fill = async (address: string) => {
    await fillRegister(page, address);
    await createsAccount(page).click();
    await expect(verifyPage(page)).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();
  };
  await fill(mistyped);
  await page.reload();
  await expect(page.getByText(mistyped)).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  // nobody has to wait for an email to buy
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(guestPage(page)).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  await page.goBack();
  await page.getByRole("link", { name: "Schimbă adresa" }).click();
  await expect(main).toContainText(chosenTwo);
  await fill(email);

  // before the confirmation one cannot sign in, and the choice stays
  await page.getByRole("link", { name: "Am confirmat, continuă" }).click();
  await expect(page.getByText(/În acest browser adresa nu e confirmată încă/)).toBeVisible();
  await expect(verifyPage(page)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  await page.getByRole("link", { name: "Conectează-te cu parola ta" }).click();
  await expect(page.getByRole("button", { name: "Conectează-te și continuă" })).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  await page.goto(linkIn(await letterTo(page.request, email, /confirm/i), "/confirm"));
  await page.getByRole("button", { name: "Da, este adresa mea" }).click();
  await says(page, "Adresa e confirmată. Ești în cont.");
  await expect(numberOf(page, general)).toHaveValue("2");
  await payOf(page).click();
  await payAndSee(page);
});

test("a pass that was pressed is named on the way through registering, and confirming pays for it", async ({
  page,
}) => {
  const chosenPass = /Alegerea ta.*1 × All Season Pass.*Total de plată.*490 LEI/s;
  await page.goto("/season-pass");
  await page.getByRole("button", { name: "Achiziționează acum: All Season Pass" }).click();
  await expect(loginToBuy(page)).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Un abonament se ține într-un cont");
  await expect(main).toContainText(chosenPass);
  await expect(main.getByRole("link", { name: "Continuă fără cont" })).toHaveCount(0);
  expect(await main.locator(".night-lines > li").count()).toBeGreaterThan(5);
  await main.getByRole("link", { name: "Creează unul" }).click();
  await expect(main).toContainText(chosenPass);
  const email = freshEmail();
  await fillRegister(page, email);
  await createsAccount(page).click();
  await expect(verifyPage(page)).toBeVisible();
  await expect(main).toContainText(chosenPass);
  await expect(main.getByRole("link", { name: /Continuă fără cont/ })).toHaveCount(0);
  await page.goto(linkIn(await letterTo(page.request, email, /confirm/i), "/confirm"));
  await expect(confirmsAndPays(page)).toHaveText("Confirmă și plătește 490 LEI");
  await confirmsAndPays(page).click();
  await payAndSee(page);
  await expect(page.getByText("Acesta este abonamentul tău")).toBeVisible();
  await expect(page.getByRole("link", { name: "Trimite un bilet unui prieten" })).toHaveCount(0);
});

test("the page after registering sends the email again, and goes on by itself once one is signed in", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  await page.clock.install();
  await page.goto("/register?next=/season-pass");
  await fillRegister(page, email);
  await createsAccount(page).click();
  const again = page.getByRole("button", { name: "Trimite din nou" });
  await expect(again).toBeDisabled();
  await expect(page.getByText(/Poți cere altul peste/)).toBeVisible();
  await page.clock.fastForward("01:01");
  await again.click();
  await expect(page.getByText(/Poți cere altul peste/)).toBeVisible();
  await expect(again).toBeDisabled();
  const other = await context.newPage();
  await other.goto(linkIn(await letterTo(page.request, email, /confirm/i), "/confirm"));
  await other.getByRole("button", { name: "Da, este adresa mea" }).click();
  await expect(other).toHaveURL("/season-pass");
  await expect(page).toHaveURL("/season-pass");
  // once the registration is over, its page is the login
  await context.clearCookies({ name: "session" });
  await page.goto("/login?mode=verify");
  await expect(page.getByRole("heading", { name: "Conectare" })).toBeVisible();
});

test("a login to buy names nothing that cannot be bought, and no hidden type", async ({ page, request }) => {
  await register(request, freshEmail());
  for (const next of [
    "/events",
    "/events/0",
    "/events/00000000-0000-4000-8000-000000000000?ticket_id=00000000-0000-4000-8000-000000000000&quantity=1",
    "//rau.example/events/1?ticket_id=1&quantity=1",
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expect(page.getByRole("heading", { name: "Conectare" })).toBeVisible();
    await expect(page.getByText("Alegerea ta")).toHaveCount(0);
  }
});
