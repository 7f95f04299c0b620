import type { Page } from "@playwright/test";
import {
  cardPage,
  chooseTwo,
  chosenTwo,
  continuesPaying,
  followAndLose,
  general,
  goBackTo,
  guestPage,
  guestPays,
  heldPlaces,
  loginToBuy,
  onePurchase,
  paidPage,
  payOf,
  paysByCard,
  payThroughBrokenNetwork,
  pressAgainUnanswered,
  pressAndLose,
  pressByKey,
  purchasesOf,
  roomyNight,
  tabTo,
  ticketLabel,
  typeCard,
  typeGuest,
  typeInto,
} from "#test/support/purchase-steps.ts";
import {
  cards,
  fillCard,
  freshEmail,
  goodPassword,
  letterTo,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test, untilTakenOver } from "#test/support/watched-test.ts";

const guestWay = (page: Page) => page.getByRole("link", { name: /Continuă fără cont/ });
const signsIn = (page: Page) => page.getByRole("button", { name: "Conectează-te și continuă" });
const kinds = ["guest", "account"] as const;

/** A customer who is signed out. */
async function knownCustomer(page: Page): Promise<string> {
  const email = await newCustomer(page);
  await page.context().clearCookies();
  return email;
}

test("a customer who has only a keyboard signs in on the way, reloads every page, goes back, presses twice, and buys once", async ({
  page,
}) => {
  const email = await knownCustomer(page);
  await openNight(page, roomyNight);
  await tabTo(page, numberOf(page, general));
  await page.keyboard.press("2");
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await pressByKey(page, payButton(page));
  await expect(loginToBuy(page)).toBeVisible();
  await page.reload();
  await typeInto(page, "Email", email);
  await typeInto(page, "Parolă", goodPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: roomyNight, level: 1 })).toBeVisible();
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await tabTo(page, payButton(page));
  await page.keyboard.press("Space");
  await expect(cardPage(page)).toBeVisible();
  const card = page.url();
  await page.reload();
  await goBackTo(page, heldPlaces(page));
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await pressByKey(page, continuesPaying(page));
  await expect(cardPage(page)).toBeVisible();
  expect(page.url()).toBe(card);
  await typeCard(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(paidPage(page)).toBeVisible();
  await page.reload();
  await expect(ticketLabel(page)).toBeVisible();
  await page.goBack();
  await expect(cardPage(page)).toHaveCount(0);
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test("the network fails on every way from page to page, at the login and at the card page: nothing is lost, and one purchase is made", async ({
  page,
  complaints,
}) => {
  complaints.expectFailure(/.*/);
  const email = await knownCustomer(page);
  await page.goto(`/events?q=${encodeURIComponent(roomyNight)}`);
  await followAndLose(page.getByRole("link", { name: roomyNight }), page);
  await numberOf(page, general).selectOption("2");
  await followAndLose(page.getByRole("link", { name: "Conectează-te sau cumpără fără cont" }), page);
  const main = page.getByRole("main");
  await expect(main).toContainText(chosenTwo);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
  for (const lost of ["form", "answer"] as const) {
    await pressAndLose(signsIn(page), { page, address: /\/auth\/session\/login/, lost });
    await expect(main.getByText("Autentificare esuata")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("Parolă", { exact: true })).toHaveValue(goodPassword);
  }
  await signsIn(page).dblclick();
  await expect(numberOf(page, general)).toHaveValue("2");
  await payButton(page).click();
  await expect(cardPage(page)).toBeVisible();
  await payThroughBrokenNetwork(page, () => fillCard(page, cards.good));
  await expect(ticketLabel(page)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

for (const kind of kinds)
  test(`two tabs with two choices: the ${kind} has the later one, and pays once`, async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expectStatus(410);
    const email = kind === "guest" ? freshEmail() : await newCustomer(page);
    const other = await context.newPage();
    await chooseTwo(page);
    await openNight(other, roomyNight);
    await numberOf(other, general).selectOption("1");
    for (const tab of [page, other]) {
      await payButton(tab).click();
      if (kind === "guest") {
        // the first tab's guest is known in the second
        if (tab === page) await guestWay(tab).click();
        await expect(guestPage(tab)).toBeVisible();
        await untilTakenOver(tab);
        if (tab === page) await typeGuest(tab, email);
        await expect(tab.getByLabel("Email", { exact: true })).toHaveValue(email);
        await guestPays(tab).click();
      }
      await expect(cardPage(tab)).toBeVisible();
    }
    expect(other.url()).not.toBe(page.url());
    await page.reload();
    await expect(page.getByRole("heading", { name: "Pagina de plată a fost închisă" })).toBeVisible();
    await payWith(other, cards.good);
    await expect(paidPage(other)).toBeVisible();
    expect(await purchasesOf(email)).toEqual([
      { state: "cancelled", payments: 0, tickets: 0 },
      { state: "paid", payments: 1, tickets: 1 },
    ]);
  });

test("a guest whose browser forgets everything before the payment gets the tickets by the letter, and has bought once", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  await chooseTwo(page);
  await payButton(page).click();
  await guestWay(page).click();
  await expect(guestPage(page)).toBeVisible();
  await untilTakenOver(page);
  await typeGuest(page, email);
  await guestPays(page).click();
  await expect(cardPage(page)).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await fillCard(page, cards.good);
  await paysByCard(page).dblclick();
  await expect(paidPage(page)).toBeVisible();
  await expect(ticketLabel(page)).toHaveCount(0);
  const { text } = await letterTo(page.request, email, /Bilet/);
  await page.goto(text.match(/https?:\/\/\S+\/orders\/\S+/)?.[0] ?? "");
  await expect(ticketLabel(page)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test.describe("in a browser that runs no script", () => {
  test.use({ javaScriptEnabled: false });

  for (const kind of kinds)
    test(`the ${kind} that presses twice, reloads, goes back and has two tabs buys once`, async ({
      page,
      context,
    }) => {
      const email = kind === "guest" ? freshEmail() : await knownCustomer(page);
      const main = page.getByRole("main");
      await chooseTwo(page);
      await payOf(page).dblclick();
      await expect(loginToBuy(page)).toBeVisible();
      await page.reload();
      await expect(main).toContainText(chosenTwo);
      if (kind === "guest") {
        await guestWay(page).dblclick();
        await expect(guestPage(page)).toBeVisible();
        await page.reload();
        await expect(main).toContainText(chosenTwo);
        await typeGuest(page, email);
        await pressAgainUnanswered(guestPays(page), { page, address: /\/guest/ });
      } else {
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
        await pressAgainUnanswered(signsIn(page), { page, address: /\/login/ });
        await expect(numberOf(page, general)).toHaveValue("2");
        await page.reload();
        await expect(numberOf(page, general)).toHaveValue("2");
        await pressAgainUnanswered(payOf(page), { page, address: /\/events\// });
      }
      await expect(cardPage(page)).toBeVisible();
      const card = page.url();
      await page.reload();
      await page.goBack();
      if (kind === "guest") {
        await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
        await guestPays(page).click();
      } else {
        await page.reload();
        await continuesPaying(page).click();
      }
      await expect(cardPage(page)).toBeVisible();
      expect(page.url()).toBe(card);
      const other = await context.newPage();
      await openNight(other, roomyNight);
      await continuesPaying(other).click();
      await expect(cardPage(other)).toBeVisible();
      expect(other.url()).toBe(card);
      await fillCard(page, cards.good);
      await paysByCard(page).dblclick();
      await expect(paidPage(page)).toBeVisible();
      await payWith(other, cards.good);
      await expect(paidPage(other)).toBeVisible();
      await page.reload();
      await expect(ticketLabel(page)).toBeVisible();
      expect(await purchasesOf(email)).toEqual(onePurchase);
    });
});
