import type { Page } from "@playwright/test";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { keepOneAdministrator } from "#test/support/make-customer.ts";
import { ownSite } from "#test/support/own-site.ts";
import { addType } from "#test/support/staff-steps.ts";
import {
  cards,
  freshEmail,
  letterTo,
  linkIn,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
  register,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const admin = demoAccounts.find(({ key }) => key === "admin") ?? { email: "", password: "" };

/** The password once more, when it is asked for: it lasts for some minutes. */
async function confirmed(page: Page, done: string | RegExp): Promise<void> {
  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await expect(password.or(page.getByText(done)).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.getByRole("textbox", { name: "Parola ta" }).fill(admin.password);
    await password.getByRole("button", { name: "Confirmă cu parola" }).click();
  }
  await expect(page.getByText(done).last()).toBeVisible();
}

test("an administrator invites the box office, names what it may give back, and takes the role away again (49, 73)", {
  tag: ["@first", "@sizes"],
}, async ({ page, browser, request, viewport, complaints }) => {
  test.slow();
  for (const status of [403, 404, 409, 422]) complaints.expectStatus(status);
  const size = test.info().project.name === "phone" ? "telefon" : "birou";
  const type = `Pentru casă ${size}`;
  const email = freshEmail();
  const row = page.getByRole("row").filter({ hasText: email });

  await test.step("a ticket for 40 lei is sold, to have something to give back", async () => {
    const office = await (await browser.newContext({ viewport })).newPage();
    await logIn(office, admin.email, admin.password);
    await addType(office, "/admin/tickets/new", {
      night: "Noaptea Fosforului",
      name: type,
      price: "40",
      left: "9",
    });
    await office.context().close();
    const shop = await (await browser.newContext({ viewport })).newPage();
    await newCustomer(shop);
    await expect(async () => {
      await openNight(shop, "Noaptea Fosforului");
      await expect(numberOf(shop, type)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await numberOf(shop, type).selectOption("1");
    await payButton(shop, "40").click();
    await payWith(shop, cards.good);
    await expect(shop.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
    await shop.context().close();
  });

  await test.step("an address is invited, again, and the invitation is taken back", async () => {
    await logIn(page, admin.email, admin.password);
    await page.goto("/admin/team");
    await page.getByLabel("E-mail").fill("fara-adresa");
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await expect(page.getByText("Adresa de e-mail nu e scrisă corect")).toBeVisible();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Dă rolul pe loc" }).click();
    await confirmed(page, "Nu există niciun cont cu această adresă.");
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await confirmed(page, `Invitația pleacă spre ${email}.`);
    await expect(row).toContainText("Casă");
    const first = linkIn(await letterTo(request, email, /echipa clubului/), "/echipa");
    await page.getByRole("button", { name: `Retrage invitația: ${email}` }).click();
    await expect(page.getByText("Invitația e retrasă")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect((await request.get(first)).status()).toBe(404);
  });

  const person = await (await browser.newContext({ viewport })).newPage();
  await test.step("the invited person makes an account, accepts, and arrives at the purchases", async () => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await confirmed(page, `Invitația pleacă spre ${email}.`);
    const link = await expect
      .poll(async () => {
        const found = linkIn(await letterTo(request, email, /echipa clubului/), "/echipa");
        return (await request.get(found)).status() === 200 ? found : null;
      })
      .not.toBeNull()
      .then(async () => linkIn(await letterTo(request, email, /echipa clubului/), "/echipa"));
    await person.goto(link);
    await expect(person.getByText(`Invitația e pentru ${email}.`)).toBeVisible();
    await expect(person.getByRole("button", { name: "Accept rolul" })).toHaveCount(0);
    await register(request, email);
    await logIn(person, email);
    await person.goto(link);
    await person.getByRole("button", { name: "Accept rolul" }).click();
    await expect(person.getByText("Ai rolul „casă”. Conectează-te din nou.")).toBeVisible();
    await logIn(person, email);
    await expect(person).toHaveURL(/\/admin\/purchases$/);
    expect((await person.request.get(link)).status()).toBe(404);
  });

  const openOrder = async () => {
    await person.goto(`/admin/purchases?q=${encodeURIComponent("Ștefan")}&type=${encodeURIComponent(type)}`);
    await person.getByRole("link", { name: "Ștefan Vizitator" }).first().click();
    await expect(person.getByRole("dialog", { name: "Ștefan Vizitator" })).toBeVisible();
  };
  await test.step("it gives nothing back until a limit is named, and then up to it", async () => {
    await openOrder();
    await expect(person.getByRole("link", { name: "Rambursează" })).toHaveCount(0);
    await page.getByLabel("Cât poate rambursa un om de la casă, pe zi").fill("50");
    await page.getByRole("button", { name: "Salvează regulile" }).click();
    await confirmed(page, "Regulile sunt salvate");
    await openOrder();
    await person.getByRole("link", { name: "Rambursează" }).click();
    await expect(
      person.getByText("Poți da înapoi cel mult 50,00 RON pe zi; azi mai ai 50,00 RON."),
    ).toBeVisible();
    await page.getByLabel("Cât poate rambursa un om de la casă, pe zi").fill("0");
    await page.getByRole("button", { name: "Salvează regulile" }).click();
    await confirmed(page, "Regulile sunt salvate");
  });

  await test.step("what each role may do is shown; the last administrator keeps the role, the box office loses it", async () => {
    await page.getByRole("link", { name: "Ce poate fiecare" }).click();
    await expect(page.getByRole("row", { name: /^Rambursează fără limită/ })).toBeVisible();
    await keepOneAdministrator(ownSite()?.dataDir ?? "", admin.email);
    await page.goto("/admin/team");
    const change = page.getByRole("dialog", { name: "Schimbă rolul" });
    await page.getByRole("row").filter({ hasText: admin.email }).getByRole("link").click();
    await change.getByLabel("Rol").selectOption({ label: "Fără rol" });
    await change.getByRole("button", { name: "Salvează" }).click();
    await confirmed(page, /E ultimul administrator/);
    await page.goto("/admin/team");
    await row.getByRole("link").click();
    await change.getByLabel("Rol").selectOption({ label: "Fără rol" });
    await change.getByRole("button", { name: "Salvează" }).click();
    await confirmed(page, `${email} nu mai are niciun rol.`);
    await expect(row).toHaveCount(0);
    await person.goto("/admin/purchases");
    await expect(person).toHaveURL(/\/login/);
    await person.context().close();
  });
});
