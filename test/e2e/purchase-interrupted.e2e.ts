import type { Locator } from "@playwright/test";
import {
  cardPage,
  chosenTwo,
  continuesPaying,
  fits320,
  general,
  guestPage,
  guestPays,
  heldPlaces,
  loginToBuy,
  onePurchase,
  paidPage,
  pressAndLose,
  pressByKey,
  pressTwiceSlowly,
  purchasesOf,
  roomyNight,
  tabTo,
  typeCard,
  typeInto,
} from "#test/support/purchase-steps.ts";
import {
  cards,
  fillLogin,
  freshEmail,
  goodPassword,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, says, test, untilTakenOver } from "#test/support/watched-test.ts";

test("a guest who has only a keyboard, reloads every page and goes back buys once, and types everything once", async ({
  page,
}) => {
  const email = freshEmail();
  await openNight(page, roomyNight);
  await tabTo(page, numberOf(page, general));
  await page.keyboard.press("2");
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await pressByKey(page, payButton(page));

  await expect(loginToBuy(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toContainText(chosenTwo);
  await page.goBack();
  await expect(numberOf(page, general)).toHaveValue("2");
  await page.goForward();
  await expect(loginToBuy(page)).toBeVisible();
  await pressByKey(page, page.getByRole("link", { name: /Continuă fără cont/ }));

  await expect(guestPage(page)).toBeVisible();
  await typeInto(page, "Email", email);
  await typeInto(page, "Nume", "Maria Fără Cont");
  await page.reload();
  await expect(page.getByRole("main")).toContainText(chosenTwo);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
  await pressByKey(page, guestPays(page));

  await expect(cardPage(page)).toBeVisible();
  const address = page.url();
  await page.reload();
  await expect(cardPage(page)).toBeVisible();
  await page.goBack();
  await expect(guestPage(page)).toBeVisible();
  await untilTakenOver(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await pressByKey(page, guestPays(page));
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(address);
  // a corrected name is another purchase, in the place of this one
  await page.goBack();
  await expect(guestPage(page)).toBeVisible();
  await untilTakenOver(page);
  await typeInto(page, "Nume", "Maria Corectată");
  await pressByKey(page, guestPays(page));
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).not.toBe(address);
  await typeCard(page);
  await page.keyboard.press("Enter");

  await expect(paidPage(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
  await page.goBack();
  await expect(cardPage(page)).toHaveCount(0);
  expect(await purchasesOf(email)).toEqual([{ state: "cancelled", payments: 0, tickets: 0 }, ...onePurchase]);
});

test("a guest whose network fails, who presses twice and has two tabs buys once, and types everything once", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectFailure(/\/(guest|events\/[^/]+)\.data/);
  const email = freshEmail();
  await openNight(page, roomyNight);
  await numberOf(page, general).selectOption("2");
  await pressAndLose(payButton(page), { page, address: /\/events\/[^/]+\.data/, lost: "form" });
  await expect(
    page.getByRole("alert").filter({ hasText: "Nu s-a putut procesa achizitia ta" }),
  ).toBeVisible();
  await payButton(page).click();
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(guestPage(page)).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  for (const lost of ["form", "answer"] as const) {
    await pressAndLose(guestPays(page), { page, address: /\/guest\.data/, lost });
    await expect(page.getByText("Nu am primit niciun răspuns. Ce ai scris a rămas aici")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
  }
  const waiting = page.getByRole("button", { name: "Se deschide plata…" });
  expect(await pressTwiceSlowly(guestPays(page), { page, address: /\/guest\.data/, waiting })).toBe(1);
  await expect(cardPage(page)).toBeVisible();

  const other = await context.newPage();
  await openNight(other, roomyNight);
  await expect(heldPlaces(other)).toBeVisible();
  await continuesPaying(other).click();
  await expect(cardPage(other)).toBeVisible();
  expect(other.url()).toBe(page.url());
  await payWith(page, cards.good);
  await expect(paidPage(page)).toBeVisible();
  await payWith(other, cards.good);
  await expect(paidPage(other)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test("A5-23: a customer whom another tab signs out, before the payment and during it, is led to the login and back to the choice, and buys once", async ({
  page,
  context,
}) => {
  const email = await newCustomer(page);
  await openNight(page, roomyNight);
  await numberOf(page, general).selectOption("2");
  const other = await context.newPage();
  const signOut = async () => {
    await other.goto("/profile");
    await other.getByRole("button", { name: "Deconectare" }).first().click();
    await expect(other.getByRole("link", { name: "Conectare" }).first()).toBeVisible();
  };
  await signOut();
  await payButton(page).click();
  await expect(loginToBuy(page)).toBeVisible();
  await says(page, "Te rugam sa te conectezi pentru a cumpara bilete");
  await fillLogin(page, email, goodPassword);
  await expect(numberOf(page, general)).toHaveValue("2");
  await payButton(page).dblclick();
  await expect(cardPage(page)).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(heldPlaces(page)).toBeVisible();
  await page.goForward();
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(address);
  await signOut();
  await page.reload();
  await payWith(page, cards.good);
  await expect(paidPage(page)).toBeVisible();
  await expect(page.getByText(/FSC-\d{4}-\d{6}/)).toHaveCount(0);
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText(/FSC-\d{4}-\d{6}/).first()).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test("at 320 px nothing of a purchase, of a guest's or of an account's, is wider than the screen", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectStatus(422);
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = (place: Locator) => fits320(page, place);
  const heading = page.getByRole("heading", { name: roomyNight, level: 1 });
  for (const buys of ["guest", "account"] as const) {
    await context.clearCookies();
    if (buys === "account") await newCustomer(page);
    await openNight(page, roomyNight);
    await fits(heading);
    await numberOf(page, general).selectOption("2");
    if (buys === "account") await payButton(page).click();
    else {
      await page.getByRole("link", { name: "Conectează-te sau cumpără fără cont" }).click();
      await fits(loginToBuy(page));
      await page.getByRole("link", { name: /Continuă fără cont/ }).click();
      await fits(guestPage(page));
      await guestPays(page).click();
      await fits(page.getByText("Scrie numele tău."));
      await page.getByLabel("Email", { exact: true }).fill(freshEmail());
      await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
      await guestPays(page).click();
    }
    await fits(cardPage(page));
    await page.getByRole("link", { name: /Înapoi la/ }).click();
    await fits(heldPlaces(page));
    await continuesPaying(page).click();
    await payWith(page, cards.good);
    await fits(paidPage(page));
    if (buys === "account") {
      await page.goto("/profile");
      await fits(page.getByText(/FSC-\d{4}-\d{6}/).first());
    }
  }
});
