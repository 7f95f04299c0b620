import type { Page } from "@playwright/test";
import {
  cardPage,
  chooseTwo,
  chosenTwo,
  continuesPaying,
  fillGuest,
  followAndLose,
  general,
  goBackTo,
  guestPage,
  guestPays,
  guestWay,
  heldPlaces,
  knownCustomer,
  loginToBuy,
  onePurchase,
  orderLinkTo,
  paidPage,
  paysByCard,
  payThroughBrokenNetwork,
  pressAndLose,
  pressByKey,
  pressTwiceSlowly,
  purchasesOf,
  roomyNight,
  signsIn,
  tabTo,
  thanksPage,
  ticketLabel,
  typeCard,
  typeGuest,
  typeInto,
} from "#test/support/purchase-steps.ts";
import {
  cards,
  fillCard,
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

const kinds = ["guest", "account"] as const;
type Kind = (typeof kinds)[number];

/** From the login to the card page; and from there back and to the same page again, with the keys alone. */
const byKeys: Record<Kind, { pay: (page: Page, email: string) => Promise<void>; again: typeof goBackTwice }> =
  {
    guest: {
      async pay(page, email) {
        await pressByKey(page, guestWay(page));
        await expect(guestPage(page)).toBeVisible();
        await typeInto(page, "Email", email);
        await typeInto(page, "Nume", "Maria Fără Cont");
        await page.reload();
        await expect(page.getByRole("main")).toContainText(chosenTwo);
        await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
        await pressByKey(page, guestPays(page));
      },
      async again(page, email) {
        await goBackTo(page, guestPage(page));
        await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
        await pressByKey(page, guestPays(page));
      },
    },
    account: {
      async pay(page, email) {
        await typeInto(page, "Email", email);
        await typeInto(page, "Parolă", goodPassword);
        await page.keyboard.press("Enter");
        await expect(page.getByRole("heading", { name: roomyNight, level: 1 })).toBeVisible();
        await page.reload();
        await expect(numberOf(page, general)).toHaveValue("2");
        await tabTo(page, payButton(page));
        await page.keyboard.press("Space");
      },
      again: goBackTwice,
    },
  };

async function goBackTwice(page: Page, _email: string): Promise<void> {
  await goBackTo(page, heldPlaces(page));
  await page.reload();
  await expect(numberOf(page, general)).toHaveValue("2");
  await pressByKey(page, continuesPaying(page));
}

for (const kind of kinds)
  test(`the ${kind} that has only a keyboard, reloads every page, goes back and presses twice buys once, and types everything once`, async ({
    page,
  }) => {
    const email = kind === "guest" ? freshEmail() : await knownCustomer(page);
    await openNight(page, roomyNight);
    await tabTo(page, numberOf(page, general));
    await page.keyboard.press("2");
    await page.reload();
    await expect(numberOf(page, general)).toHaveValue("2");
    await pressByKey(page, payButton(page));
    await expect(loginToBuy(page)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main")).toContainText(chosenTwo);
    await goBackTo(page, numberOf(page, general));
    await expect(numberOf(page, general)).toHaveValue("2");
    await page.goForward();
    await expect(loginToBuy(page)).toBeVisible();
    await byKeys[kind].pay(page, email);
    await expect(cardPage(page)).toBeVisible();
    const card = page.url();
    await page.reload();
    await expect(cardPage(page)).toBeVisible();
    await byKeys[kind].again(page, email);
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

test("a guest whose network fails, who presses twice and has two tabs buys once, and types everything once", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectFailure(/\/guest\.data/);
  const email = freshEmail();
  await chooseTwo(page);
  await fillGuest(page, email);
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
  for (const tab of [page, other]) {
    await payWith(tab, cards.good);
    await expect(paidPage(tab)).toBeVisible();
  }
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
  await followAndLose(page.getByRole("link", { name: "Conectează-te pentru a cumpăra bilete" }), page);
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
      // the provider's notice that its page was closed may come before our own end of the order
      { state: expect.stringMatching(/^(cancelled|expired)$/), payments: 0, tickets: 0 },
      { state: "paid", payments: 1, tickets: 1 },
    ]);
  });

test("a guest whose browser forgets everything before the payment gets the tickets by the letter, and has bought once", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  await chooseTwo(page);
  await fillGuest(page, email);
  await guestPays(page).click();
  await expect(cardPage(page)).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await fillCard(page, cards.good);
  await paysByCard(page).dblclick();
  await expect(thanksPage(page)).toBeVisible();
  await expect(ticketLabel(page)).toHaveCount(0);
  await page.goto(await orderLinkTo(page, email));
  await expect(ticketLabel(page)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});

test("A5-23, F42: a customer whom another tab signs out, before the payment and during it, is led to the login and back to the choice, and buys once", async ({
  page,
  context,
}) => {
  const email = await newCustomer(page);
  await chooseTwo(page);
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
  await expect(thanksPage(page)).toBeVisible();
  await expect(ticketLabel(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await fillLogin(page, email, goodPassword);
  await expect(ticketLabel(page)).toBeVisible();
  expect(await purchasesOf(email)).toEqual(onePurchase);
});
