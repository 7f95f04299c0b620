import type { Page } from "@playwright/test";
import {
  createsAccount,
  general,
  paysByCard,
  registerPage,
  roomyNight,
  ticketLabel,
  verifyPage,
} from "#test/support/purchase-steps.ts";
import { countScreens } from "#test/support/screen-count.ts";
import {
  cards,
  fillCard,
  freshEmail,
  goodPassword,
  letterTo,
  newCustomer,
  openNight,
  payButton,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const moreOfThem = (page: Page) => page.getByRole("button", { name: `Adaugă unul: ${general}` });

async function chooseTwo(page: Page): Promise<void> {
  await moreOfThem(page).click();
  await moreOfThem(page).click();
}

async function payAndSee(page: Page, count: ReturnType<typeof countScreens>): Promise<void> {
  await count.screen(page.getByLabel("Număr card"));
  await fillCard(page, cards.good);
  count.seen.fields += 4;
  await count.press(paysByCard(page));
  await count.screen(ticketLabel(page));
}

test("signed in, a night and its ticket are three screens and four fields apart", async ({ page }) => {
  const count = countScreens();
  await newCustomer(page);
  await count.asPhone(page);
  await openNight(page, roomyNight);
  await count.screen(moreOfThem(page));
  await chooseTwo(page);
  await count.press(payButton(page));
  await payAndSee(page, count);
  console.log(`signed in: ${JSON.stringify(count.seen)}`);
  expect(count.seen).toMatchObject({ screens: 3, fields: 4 });
});

test("with a new account they are seven screens and at most nine fields apart, mailbox included", async ({
  page,
}) => {
  const count = countScreens();
  const email = freshEmail();
  await count.asPhone(page);
  await openNight(page, roomyNight);
  await count.screen(moreOfThem(page));
  await chooseTwo(page);
  await count.press(page.getByRole("main").getByRole("button", { name: "Creează un cont" }));

  await count.screen(page.getByLabel("Nume complet", { exact: true }));
  await expect(registerPage(page)).toBeVisible();
  await count.fill(page, "Nume complet", "Ioana Nouă");
  await count.fill(page, "Telefon", "0722 000 111");
  await count.fill(page, "Email", email);
  await count.fill(page, "Parolă", goodPassword);
  await count.fill(page, "Confirmă parola", goodPassword);
  await count.press(createsAccount(page));
  await count.screen(page.getByRole("link", { name: "Am confirmat, continuă" }));
  await expect(verifyPage(page)).toBeVisible();

  await letterTo(page.request, email, /confirm/i);
  await page.goto("/_demo/mail");
  await page
    .getByRole("link", { name: new RegExp(email) })
    .first()
    .click();
  const link = page
    .frameLocator("iframe")
    .getByRole("link", { name: /Confirm/ })
    .first();
  await count.screen(link);
  await count.press(link);

  const pay = page.getByRole("button", { name: "Confirmă și plătește 230 LEI" });
  await count.screen(pay);
  await count.press(pay);
  await payAndSee(page, count);
  console.log(`a new account: ${JSON.stringify(count.seen)}`);
  expect(count.seen.screens).toBe(7);
  expect(count.seen.fields).toBeLessThanOrEqual(9);
});
