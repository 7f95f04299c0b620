import type { Page } from "@playwright/test";
import {
  cardPage,
  chooseTwo,
  confirmLettersTo,
  confirmLinkTo,
  confirmsAndPays,
  continuesPaying,
  createsAccount,
  fillRegister,
  fits,
  guestPage,
  guestPays,
  guestWay,
  heldPlaces,
  loginToBuy,
  onePurchase,
  paidPage,
  paysByCard,
  purchasesOf,
  registerPage,
  ticketLabel,
  typeGuest,
  verifyPage,
} from "#test/support/purchase-steps.ts";
import { cards, fillCard, freshEmail, newCustomer, payButton, payWith } from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

const fitsWith = (page: Page, text: string) => fits(page, page.getByText(text).first());

type Steps = Record<"before" | "pay" | "after", (page: Page) => Promise<void>>;

/** What each sees beside the pages that both see: before the choice, between it and the card page, and after the payment. */
const sees: Record<"guest" | "account", Steps> = {
  guest: {
    before: async () => {},
    async pay(page) {
      await fits(page, loginToBuy(page));
      await guestWay(page).click();
      await fits(page, guestPage(page));
      await guestPays(page).click();
      await fitsWith(page, "Scrie numele tău.");
      await typeGuest(page, freshEmail());
      await guestPays(page).click();
    },
    async after(page) {
      await page.goto("/orders");
      await fitsWith(page, "Găsește-ți biletele");
    },
  },
  account: {
    async before(page) {
      await newCustomer(page);
      await page.goto("/profile");
      await fitsWith(page, "Niciun bilet încă.");
    },
    pay: async () => {},
    async after(page) {
      await page.goto("/profile");
      await fits(page, ticketLabel(page));
      await page.goto("/profile?section=orders");
      const order = page.getByRole("main").getByRole("link", { name: /Comanda \d+/ });
      await fits(page, order);
      await order.click();
      await fitsWith(page, "Ce ai cumpărat");
      await page.goto("/tickets");
      await fitsWith(page, "Optiuni Bilete");
    },
  },
};

for (const [kind, { before, pay, after }] of Object.entries(sees))
  test(`nothing of what the ${kind} sees while buying is wider than a small phone, or than one with text of twice the size`, async ({
    page,
    complaints,
  }) => {
    test.slow();
    complaints.expectStatus(422);
    await page.setViewportSize({ width: 320, height: 640 });
    await before(page);
    await chooseTwo(page);
    await fits(page, payButton(page));
    await payButton(page).click();
    await pay(page);
    await fits(page, cardPage(page));
    await page.getByRole("link", { name: /Înapoi la/ }).click();
    await fits(page, heldPlaces(page));
    await continuesPaying(page).click();
    await payWith(page, cards.good);
    await fits(page, paidPage(page));
    await after(page);
  });

test("a new account that presses everything twice buys once, with one letter, and nothing is wider than a small phone, or than one with text of twice the size", async ({
  page,
}) => {
  test.slow();
  const email = freshEmail();
  await page.setViewportSize({ width: 320, height: 640 });
  await chooseTwo(page);
  await payButton(page).dblclick();
  await expect(loginToBuy(page)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Creează un cont" }).dblclick();
  await fits(page, registerPage(page));
  await untilTakenOver(page);
  await fillRegister(page, email);
  await createsAccount(page).dblclick();
  await fits(page, verifyPage(page));
  await page.goto(await confirmLinkTo(page, email));
  await fits(page, confirmsAndPays(page));
  await confirmsAndPays(page).dblclick();
  await expect(cardPage(page)).toBeVisible();
  await fillCard(page, cards.good);
  await paysByCard(page).dblclick();
  await expect(paidPage(page)).toBeVisible();
  await fits(page, ticketLabel(page));
  expect(await confirmLettersTo(page, email)).toBe(1);
  expect(await purchasesOf(email)).toEqual(onePurchase);
});
