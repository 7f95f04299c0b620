import {
  cardPage,
  chooseTwo,
  chosenTwo,
  confirmLettersTo,
  confirmLinkTo,
  confirmsAndPays,
  continuesPaying,
  createsAccount,
  fillNewPasswords,
  fillRegister,
  general,
  goBackTo,
  goToRegister,
  heldPlaces,
  loginToBuy,
  onePurchase,
  paidPage,
  payThroughBrokenNetwork,
  pressAndLose,
  pressTwiceSlowly,
  purchasesOf,
  registerPage,
  ticketLabel,
  verifyPage,
} from "#test/support/purchase-steps.ts";
import { cards, fillCard, freshEmail, numberOf, payButton, payWith } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("a new account that reloads every page and goes back from every page buys once, and types only passwords again", async ({
  page,
}) => {
  const email = freshEmail();
  const main = page.getByRole("main");
  const typed = async () => {
    await expect(main).toContainText(chosenTwo);
    await expect(page.getByLabel("Nume complet")).toHaveValue("Ioana Nouă");
    await expect(page.getByLabel("Telefon")).toHaveValue("0722 000 111");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  };
  await chooseTwo(page);
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await goToRegister(page);
  await fillRegister(page, email);
  await page.reload();
  await typed();
  await goBackTo(page, loginToBuy(page));
  await expect(main).toContainText(chosenTwo);
  await page.goForward();
  await typed();
  await fillNewPasswords(page);
  await createsAccount(page).click();
  await expect(verifyPage(page)).toBeVisible();
  await page.reload();
  await expect(main).toContainText(chosenTwo);
  await goBackTo(page, registerPage(page));
  await typed();
  await page.goForward();
  await expect(verifyPage(page)).toBeVisible();
  const link = await confirmLinkTo(page, email);
  await page.goto(link);
  await page.reload();
  await expect(main).toContainText(chosenTwo);
  await goBackTo(page, verifyPage(page));
  await page.goto(link);
  await confirmsAndPays(page).click();
  await expect(cardPage(page)).toBeVisible();
  const card = page.url();
  await page.reload();
  await expect(cardPage(page)).toBeVisible();
  // the link is used up: back leads to the places that are held
  await goBackTo(page, heldPlaces(page));
  await continuesPaying(page).click();
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(card);
  await payWith(page, cards.good);
  await expect(paidPage(page)).toBeVisible();
  await page.reload();
  await expect(ticketLabel(page)).toBeVisible();
  await page.goBack();
  await expect(cardPage(page)).toHaveCount(0);
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test("A17-13: a new account whose network is slow, and loses every form once and every answer once, buys once", async ({
  page,
  complaints,
}) => {
  complaints.expectFailure(/.*/);
  const email = freshEmail();
  const main = page.getByRole("main");
  await chooseTwo(page);
  const toNight = { page, address: /\/events\/[^/]+\.data/ };
  for (const lost of ["form", "answer"] as const) {
    await pressAndLose(payButton(page), { ...toNight, lost });
    await expect(
      page.getByRole("alert").filter({ hasText: "Nu s-a putut procesa achizitia ta" }),
    ).toBeVisible();
    await expect(numberOf(page, general)).toHaveValue("2");
  }
  await goToRegister(page);
  await fillRegister(page, email);
  // the form is sent again by itself
  const toRegister = { page, address: /\/auth\/session\/register/ };
  await pressAndLose(createsAccount(page), { ...toRegister, lost: "answer" });
  await expect(verifyPage(page)).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  const link = await confirmLinkTo(page, email);
  expect(await confirmLettersTo(page, email)).toBe(1);
  await page.goto(link);
  const toConfirm = { page, address: /\/confirm\.data/ };
  await pressAndLose(confirmsAndPays(page), { ...toConfirm, lost: "form" });
  await expect(page.getByText("Nu am primit niciun răspuns")).toBeVisible();
  await expect(main).toContainText(chosenTwo);
  await pressAndLose(confirmsAndPays(page), { ...toConfirm, lost: "answer" });
  await expect(page.getByText("Nu am primit niciun răspuns")).toBeVisible();
  await pressTwiceSlowly(confirmsAndPays(page), { ...toConfirm, waiting: confirmsAndPays(page) });
  await expect(cardPage(page)).toBeVisible();
  await payThroughBrokenNetwork(page, () => fillCard(page, cards.good));
  await expect(ticketLabel(page)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});
