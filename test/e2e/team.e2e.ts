import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { confirmed, openPurchase } from "#test/support/staff-steps.ts";
import {
  freshEmail,
  letterTo,
  linkIn,
  logIn,
  newAdministrator,
  newCustomer,
  register,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("an administrator invites the box office, names what it may give back, and takes the role away again (49, 73)", {
  tag: "@first",
}, async ({ page, newPerson, request, complaints }) => {
  test.slow();
  for (const status of [403, 404, 409, 422]) complaints.expectStatus(status);
  const email = freshEmail();
  const row = page.getByRole("row").filter({ hasText: email });
  const admin = await newAdministrator(page);

  // something to give back
  const { path } = await ownNight("Noapte cu casă", { Intrare: 40 });
  const shop = await newPerson();
  const buyer = await newCustomer(shop);
  await buy(shop, path, { Intrare: 1 });

  await test.step("an address is invited, again, and the invitation is taken back", async () => {
    await page.goto("/admin/team");
    await page.getByLabel("E-mail").fill("fara-adresa");
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await expect(page.getByText("Adresa de e-mail nu e scrisă corect")).toBeVisible();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Dă rolul pe loc" }).click();
    await confirmed(page, () =>
      expect(page.getByText("Nu există niciun cont cu această adresă confirmată.")).toBeVisible(),
    );
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await confirmed(page, () => says(page, `Invitația pleacă spre ${email}.`));
    await expect(row).toContainText("Casă");
    const first = linkIn(await letterTo(request, email, /echipa clubului/), "/echipa");
    await page.getByRole("button", { name: `Retrage invitația: ${email}` }).click();
    await says(page, "Invitația e retrasă");
    await expect(row).toHaveCount(0);
    expect((await request.get(first)).status()).toBe(404);
  });

  const person = await newPerson();
  await test.step("the invited person makes an account, accepts, and arrives at the purchases", async () => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Trimite invitația" }).click();
    await confirmed(page, () => says(page, `Invitația pleacă spre ${email}.`));
    let link = "";
    await expect(async () => {
      link = linkIn(await letterTo(request, email, /echipa clubului/), "/echipa");
      expect((await request.get(link)).status()).toBe(200);
    }).toPass();
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

  const openOrder = () => openPurchase(person, buyer);
  await test.step("it gives nothing back until a limit is named, and then up to it", async () => {
    await openOrder();
    await expect(person.getByRole("link", { name: "Rambursează" })).toHaveCount(0);
    await page.getByLabel("Cât poate rambursa un om de la casă, pe zi").fill("50");
    await page.getByRole("button", { name: "Salvează regulile" }).click();
    await confirmed(page, () => says(page, "Regulile sunt salvate"));
    await openOrder();
    await person.getByRole("link", { name: "Rambursează", exact: true }).click();
    await expect(
      person.getByText("Poți da înapoi cel mult 50,00 LEI pe zi; azi mai ai 50,00 LEI."),
    ).toBeVisible();
    await page.getByLabel("Cât poate rambursa un om de la casă, pe zi").fill("0");
    await page.getByRole("button", { name: "Salvează regulile" }).click();
    await confirmed(page, () => says(page, "Regulile sunt salvate"));
  });

  await test.step("what each role may do is shown; the last administrator keeps the role, the box office loses it", async () => {
    await page.getByRole("link", { name: "Ce poate fiecare" }).click();
    await expect(page.getByRole("row", { name: /^Rambursează fără limită/ })).toBeVisible();
    await rowsOfSite("UPDATE profiles SET role = 'user' WHERE role = 'admin' AND email <> $1", [admin]);
    await page.goto("/admin/team");
    const change = page.getByRole("dialog", { name: "Schimbă rolul" });
    await page.getByRole("row").filter({ hasText: admin }).getByRole("link").click();
    await change.getByLabel("Rol").selectOption({ label: "Fără rol" });
    await change.getByRole("button", { name: "Salvează" }).click();
    await confirmed(page, () => expect(page.getByText(/E ultimul administrator/)).toBeVisible());
    await page.goto("/admin/team");
    await row.getByRole("link").click();
    await change.getByLabel("Rol").selectOption({ label: "Fără rol" });
    await change.getByRole("button", { name: "Salvează" }).click();
    await confirmed(page, () => says(page, `${email} nu mai are niciun rol.`));
    await expect(row).toHaveCount(0);
    await person.goto("/admin/purchases");
    await expect(person).toHaveURL(/\/login/);
  });
});
