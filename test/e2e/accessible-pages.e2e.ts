import type { Page } from "@playwright/test";
import { type PageStates, wrongInStates } from "#test/support/axe.ts";
import { buy, cardPage, choose, payOf } from "#test/support/purchase-steps.ts";
import { demoLogins, newCustomer, numberOf, signIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

/** Pages with the controls that a script adds; the gallery shows them without. */
const states: PageStates = {
  home: (page) => open(page, "/"),
  nights: (page) => open(page, "/events?unavailable=1"),
  offers: (page) => open(page, "/tickets"),
  passes: (page) => open(page, "/season-pass"),
  login: (page) => open(page, "/login"),
  "a registration with mistakes": async (page) => {
    await open(page, "/register");
    await page.getByRole("button", { name: "Creează contul" }).click();
    await expect(page.getByText("Numele complet este obligatoriu")).toBeVisible();
  },
  "chosen tickets": async (page) => {
    await newCustomer(page);
    await choose(page, "Luna Plină", { "Intrare generală": 2, Cuplu: 1 });
  },
  "too many people": async (page) => {
    await numberOf(page, "Cuplu").selectOption("10");
    await expect(page.getByRole("alert").filter({ hasText: "cel mult 20 de persoane" })).toBeVisible();
  },
  "places held": async (page) => {
    await numberOf(page, "Cuplu").selectOption("1");
    await payOf(page).click();
    await expect(cardPage(page)).toBeVisible();
    await page.getByRole("link", { name: /Înapoi la/ }).click();
    await expect(page.getByText("Locurile tale sunt rezervate încă").first()).toBeVisible();
  },
  "tickets after paying": (page) => buy(page, "Noaptea Perseidelor", { "Intrare generală": 3 }),
  "a ticket to send": async (page) => {
    await page.getByRole("link", { name: "Trimite-l" }).first().click();
    await expect(page.getByRole("dialog", { name: "Trimite biletul unui prieten." })).toBeVisible();
  },
  "another address": async (page) => {
    await open(page, "/profile/security?ask=email");
    await expect(page.locator("dialog:modal")).toBeVisible();
  },
  "a full profile": async (page) => {
    await signIn(page, demoLogins.customer.email);
    await open(page, "/profile");
  },
  "its orders": (page) => open(page, "/profile?section=orders"),
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("axe finds nothing on the pages of a visitor and a customer with the controls that a script adds", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(422);
  expect(await wrongInStates(page, states)).toEqual([]);
});
