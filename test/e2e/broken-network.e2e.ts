import type { Page } from "@playwright/test";
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
  register,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const night = "Noaptea Perseidelor";
const cardPage = (page: Page) => page.getByRole("heading", { name: "Plătește cu cardul" });

async function chooseThree(page: Page): Promise<void> {
  await numberOf(page, "Intrare generală").selectOption("3");
  await numberOf(page, "Cuplu").selectOption("1");
}

async function isStillChosen(page: Page): Promise<void> {
  await expect(numberOf(page, "Intrare generală")).toHaveValue("3");
  await expect(numberOf(page, "Cuplu")).toHaveValue("1");
}

test.describe("where the network fails", () => {
  test("A17-13: a payment whose request fails shows so, keeps the choice, and succeeds afterwards with one order", {
    tag: "@sizes",
  }, async ({ page, complaints }) => {
    complaints.expectFailure(/\/events\/[^/]+\.data/);
    await newCustomer(page);
    await openNight(page, night);
    await chooseThree(page);
    const pay = payButton(page);

    // first the request is lost; then it arrives, and its answer is lost
    for (const arrives of [false, true]) {
      await page.route(/\/events\/[^/]+\.data/, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        if (arrives) await route.fetch({ maxRedirects: 0 });
        await route.abort("connectionfailed");
      });
      // in the second round the sentence of the first may still be there
      const failed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
      await pay.click();
      await failed;
      await expect(
        page.getByRole("alert").filter({ hasText: "Nu s-a putut procesa achizitia ta" }),
      ).toBeVisible();
      await isStillChosen(page);
      await expect(pay).toBeEnabled();
      await page.unroute(/\/events\/[^/]+\.data/);
    }
    await pay.click();
    await expect(cardPage(page)).toBeVisible();
    await payWith(page, cards.good);
    await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
    await page.goto("/profile?section=orders");
    await expect(page.getByRole("main").getByRole("link", { name: /Comanda \d+/ })).toHaveCount(1);
  });

  test("a slow answer shows progress, and two clicks make one order", async ({ page }) => {
    await newCustomer(page);
    await openNight(page, night);
    await chooseThree(page);
    let posts = 0;
    let goOn = () => {};
    await page.route(/\/events\/[^/]+\.data/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      posts += 1;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await route.continue();
    });
    await payButton(page).dblclick();
    const waiting = page.locator('#bilete button[type="submit"][name="total"]');
    await expect(waiting).toBeDisabled();
    await expect.poll(() => posts).toBe(1);
    goOn();
    await expect(cardPage(page)).toBeVisible();
    expect(posts).toBe(1);
  });

  test("A5-23 A8-10: a session that ends during the choice leads to the login and back to the choice", {
    tag: "@sizes",
  }, async ({ page, context }) => {
    const email = await newCustomer(page);
    await openNight(page, night);
    await chooseThree(page);
    await context.clearCookies();
    await payButton(page).click();
    await expect(page.getByText("Te rugam sa te conectezi pentru a cumpara bilete")).toBeVisible();
    await fillLogin(page, email, goodPassword);
    await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
    await isStillChosen(page);
    await payButton(page).click();
    await expect(cardPage(page)).toBeVisible();
  });

  test("a customer who chooses first and signs in afterwards finds the choice again", async ({ page }) => {
    const email = freshEmail();
    await register(page.request, email);
    await page.context().clearCookies();
    await openNight(page, night);
    await chooseThree(page);
    await page.getByRole("link", { name: "Conectează-te sau cumpără fără cont" }).click();
    await fillLogin(page, email, goodPassword);
    await expect(page.getByRole("heading", { name: night, level: 1 })).toBeVisible();
    await isStillChosen(page);
  });

  test("A17-21 A17-34: name, phone and newsletter's address stay in their fields when no answer comes", async ({
    page,
    complaints,
  }) => {
    complaints.expectFailure(/\.data/);
    await newCustomer(page);
    await page.goto("/profile?edit=1");
    await page.getByLabel("Nume complet").fill("Țița Șerban");
    await page.getByLabel("Telefon").fill("0744 123 123");
    await page.route(/\.data/, (route) => route.abort("internetdisconnected"));
    await page.getByRole("button", { name: "Salvează" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Nu s-a putut actualiza profilul" }),
    ).toBeVisible();
    await expect(page.getByLabel("Nume complet")).toHaveValue("Țița Șerban");
    await expect(page.getByLabel("Telefon")).toHaveValue("0744 123 123");
    await page.getByRole("contentinfo").getByLabel("Adresa de email").fill("tita@exemplu.example");
    await page.getByRole("button", { name: "Abonează-mă" }).click();
    await expect(page.getByRole("contentinfo").getByRole("alert")).toContainText(
      "Nu am primit niciun răspuns.",
    );
    await expect(page.getByRole("contentinfo").getByLabel("Adresa de email")).toHaveValue(
      "tita@exemplu.example",
    );
    await page.unroute(/\.data/);
    await page.getByRole("button", { name: "Salvează" }).click();
    await expect(page.getByText("Profilul a fost actualizat cu succes")).toBeVisible();
    await expect(page.getByText("Țița Șerban").first()).toBeVisible();
  });
});
