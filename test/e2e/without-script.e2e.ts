import type { BrowserContext, Page } from "@playwright/test";
import {
  cardPage,
  chooseTwo,
  chosenTwo,
  confirmLettersTo,
  confirmLinkTo,
  confirmsAndPays,
  continuesPaying,
  createsAccount,
  fillRegister,
  general,
  guestPage,
  guestPays,
  guestWay,
  heldPlaces,
  knownCustomer,
  loginToBuy,
  onePurchase,
  paidPage,
  payAndSee,
  payOf,
  paysByCard,
  pressAgainUnanswered,
  purchasesOf,
  registerPage,
  roomyNight,
  signsIn,
  ticketLabel,
  typeGuest,
  verifyPage,
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
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ javaScriptEnabled: false });

test("A5-07 A5-08 A5-13 A8-10: tickets of two types are bought after signing in on the way, shown and downloaded in a browser that runs no script", {
  tag: "@first",
}, async ({ page }) => {
  const email = await newCustomer(page);
  await page.context().clearCookies();
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("1");
  await numberOf(page, "Cuplu").selectOption("1");
  await page.getByRole("button", { name: "Spre plată" }).click();
  await expect(page.getByText("Te rugam sa te conectezi pentru a cumpara bilete")).toBeVisible();
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText("Autentificare reusita!")).toBeVisible();
  await expect(numberOf(page, "Cuplu")).toHaveValue("1");
  await numberOf(page, "Intrare generală").selectOption("2");
  // a sum that does not follow the choice is not shown
  await expect(page.getByText("Total de plată", { exact: true })).toBeHidden();
  await expect(page.getByText("Taxe și comisioane: incluse.")).toBeVisible();
  await page.getByRole("button", { name: "Spre plată" }).click();
  await expect(page.getByText("Intrare generală · Noaptea Perseidelor")).toBeVisible();
  // a person who comes back may pay what is held, or something else
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await expect(continuesPaying(page)).toBeVisible();
  await numberOf(page, "Cuplu").selectOption("0");
  await page.getByRole("button", { name: "Plătește altă alegere" }).click();
  await expect(page.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
  await expect(page.getByText("Cuplu")).toHaveCount(0);
  await page.getByRole("link", { name: /Înapoi la/ }).click();
  await numberOf(page, "Cuplu").selectOption("1");
  await page.getByRole("button", { name: "Plătește altă alegere" }).click();
  await expect(page.getByText("Cuplu · Noaptea Perseidelor")).toBeVisible();
  await payAndSee(page);
  await page.getByRole("link", { name: "Vezi Biletele Mele" }).click();
  await expect(page.getByRole("img", { name: /^Cod QR pentru FSC-/ }).first()).toBeVisible();
  const pdf = await page.getByRole("link", { name: "Salveaza Bilet" }).first().getAttribute("href");
  const answer = await page.request.get(pdf ?? "");
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Comanda \d+/ })
    .click();
  await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Biletul 1 · .*Biletul 3 · .*Cuplu/s);
  await page.getByRole("button", { name: "Retrimite Email" }).click();
  await expect(page.getByText("Emailul de confirmare a fost retrimis cu succes")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ce ai cumpărat" })).toBeVisible();
  await page.goto("/events?q=perseidelor&period=upcoming");
  await expect(page.getByRole("link", { name: "Noaptea Perseidelor" })).toBeVisible();
  await page.getByRole("searchbox").fill("nicăieri");
  await page.getByRole("button", { name: "Caută" }).click();
  await expect(page.getByRole("heading", { name: "Nicio noapte nu se potrivește." })).toBeVisible();
});

test("nothing chosen and too many people are answered beside the button", async ({ page, complaints }) => {
  for (const status of [400, 409]) complaints.expectStatus(status);
  await newCustomer(page);
  await openNight(page, "Noaptea Perseidelor");
  const pay = page.getByRole("button", { name: "Spre plată" });
  await pay.click();
  await expect(page.getByText("Te rugam sa selectezi un tip de bilet")).toBeInViewport();
  await numberOf(page, "Cuplu").selectOption("10");
  await numberOf(page, "Intrare generală").selectOption("1");
  await pay.click();
  await expect(page.getByText("O comandă este pentru cel mult 20 de persoane.").first()).toBeInViewport();
  await expect(numberOf(page, "Cuplu")).toHaveValue("10");
});

type Visit = { page: Page; context: BrowserContext; email: string };

type Way = Record<"pay" | "again", (visit: Visit) => Promise<void>> & {
  who: (page: Page) => Promise<string>;
};
const somebodyNew = async () => freshEmail();

/** On the ways of each kind of buyer from the login to the card page, and back there from it. */
const ways: Record<"guest" | "account" | "new account", Way> = {
  guest: {
    who: somebodyNew,
    async pay({ page, email }) {
      await guestWay(page).dblclick();
      await expect(guestPage(page)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("main")).toContainText(chosenTwo);
      await typeGuest(page, email);
      await pressAgainUnanswered(guestPays(page), { page, address: /\/guest/ });
    },
    async again({ page, email }) {
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
      await guestPays(page).click();
    },
  },
  account: {
    who: knownCustomer,
    async pay({ page, email }) {
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
      await pressAgainUnanswered(signsIn(page), { page, address: /\/login/ });
      await expect(numberOf(page, general)).toHaveValue("2");
      await page.reload();
      await expect(numberOf(page, general)).toHaveValue("2");
      await pressAgainUnanswered(payOf(page), { page, address: /\/events\// });
    },
    async again({ page }) {
      await page.reload();
      await continuesPaying(page).click();
    },
  },
  "new account": {
    who: somebodyNew,
    async pay({ page, context, email }) {
      const main = page.getByRole("main");
      await main.getByRole("link", { name: "Creează un cont" }).click();
      await fillRegister(page, email);
      await pressAgainUnanswered(createsAccount(page), { page, address: /\/register/ });
      await expect(verifyPage(page)).toBeVisible();
      await page.reload();
      await expect(main).toContainText(chosenTwo);
      await page.goBack();
      await expect(registerPage(page)).toBeVisible();
      await expect(main).toContainText(chosenTwo);
      await page.goForward();
      await expect(verifyPage(page)).toBeVisible();
      const other = await context.newPage();
      await other.goto(await confirmLinkTo(page, email));
      expect(await confirmLettersTo(page, email)).toBe(1);
      await other.reload();
      await pressAgainUnanswered(confirmsAndPays(other), { page: other, address: /\/confirm/ });
      await expect(cardPage(other)).toBeVisible();
      // who confirmed in the other tab goes on in this one
      await page.getByRole("link", { name: "Am confirmat, continuă" }).click();
      await expect(heldPlaces(page)).toBeVisible();
      await continuesPaying(page).click();
    },
    async again({ page }) {
      await expect(heldPlaces(page)).toBeVisible();
      await continuesPaying(page).click();
    },
  },
};

for (const [kind, { who, pay, again }] of Object.entries(ways))
  test(`the ${kind} that presses twice, reloads, goes back and has two tabs buys once`, async ({
    page,
    context,
  }) => {
    const visit = { page, context, email: await who(page) };
    await chooseTwo(page);
    await payOf(page).dblclick();
    await expect(loginToBuy(page)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main")).toContainText(chosenTwo);
    await pay(visit);
    await expect(cardPage(page)).toBeVisible();
    const card = page.url();
    await page.reload();
    await page.goBack();
    await again(visit);
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
    expect(await purchasesOf(visit.email)).toEqual(onePurchase);
  });
