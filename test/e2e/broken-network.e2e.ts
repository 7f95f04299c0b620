import {
  cardPage,
  choose,
  payAndSee,
  pressAndLose,
  pressTwiceSlowly,
  roomyNight,
} from "#test/support/purchase-steps.ts";
import { newCustomer, numberOf, payButton } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test.describe("where the network fails", () => {
  test("A17-13: a payment whose request fails shows so, keeps the choice, and succeeds afterwards with one order, though it is pressed twice", async ({
    page,
    complaints,
  }) => {
    complaints.expectFailure(/\/events\/[^/]+\.data/);
    await newCustomer(page);
    await choose(page, roomyNight, { "Intrare generală": 3, Cuplu: 1 });
    const pay = payButton(page);
    const toNight = { page, address: /\/events\/[^/]+\.data/ };
    for (const lost of ["form", "answer"] as const) {
      await pressAndLose(pay, { ...toNight, lost });
      await expect(
        page.getByRole("alert").filter({ hasText: "Nu s-a putut procesa achizitia ta" }),
      ).toBeVisible();
      await expect(numberOf(page, "Intrare generală")).toHaveValue("3");
      await expect(numberOf(page, "Cuplu")).toHaveValue("1");
      await expect(pay).toBeEnabled();
    }
    const waiting = page.locator('#bilete button[type="submit"][name="total"]');
    expect(await pressTwiceSlowly(pay, { ...toNight, waiting })).toBe(1);
    await expect(cardPage(page)).toBeVisible();
    await payAndSee(page);
    await page.goto("/profile?section=orders");
    await expect(page.getByRole("main").getByRole("link", { name: /Comanda \d+/ })).toHaveCount(1);
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
    await says(page, "Profilul a fost actualizat cu succes");
    await expect(page.getByText("Țița Șerban").first()).toBeVisible();
  });
});
