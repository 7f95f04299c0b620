import { addDays, dayOf, formatDayAndMonth } from "#kernel/time.ts";
import { publishNight } from "#test/support/staff-steps.ts";
import {
  cards,
  goodPassword,
  letterTo,
  logIn,
  newAdministrator,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("a sold night is moved: its page says both dates, and a buyer gives the tickets back (46, 71)", {
  tag: "@sizes",
}, async ({ page, browser, viewport, complaints }) => {
  test.slow();
  complaints.expectStatus(403);
  complaints.expectStatus(409);
  complaints.expectStatus(422);
  // one site for both sizes
  const size = test.info().project.name === "phone" ? "Telefon" : "Birou";
  const night = `Noapte de Vijelie ${size}`;
  const inDays = (days: number) => addDays(dayOf(new Date()), days);
  const administrator = await newAdministrator();
  await logIn(page, administrator);
  await page.goto("/admin/events/new");
  await page.getByRole("textbox", { name: "Nume", exact: true }).fill(night);
  await page.getByRole("textbox", { name: "Titlu" }).fill(night);
  await page.getByLabel("Descriere").fill("Un singur reflector și ceață.");
  await page.getByLabel(/^Data/).fill(inDays(11));
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByRole("button", { name: "Adaugă tip" }).click();
  await page.getByLabel("Numele tipului 1").fill(`Intrare vijelie ${size}`);
  await page.getByLabel("Prețul tipului 1, în lei").fill("2600");
  await page.getByLabel("Cantitatea tipului 1").fill("9");
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Event created successfully")).toBeVisible();
  await publishNight(page, night);
  await expect(page.getByText("Evenimentul a fost publicat.")).toBeVisible();

  const customer = await (await browser.newContext({ viewport })).newPage();
  const email = await newCustomer(customer);
  await openNight(customer, night);
  const address = customer.url();
  await expect(async () => {
    await customer.goto(address);
    await expect(numberOf(customer, `Intrare vijelie ${size}`)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await numberOf(customer, `Intrare vijelie ${size}`).selectOption("2");
  await payButton(customer, "5.200").click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();

  // the form of the night leads to the moving
  await page.goto(`/admin/events?q=${encodeURIComponent(night)}`);
  await page.getByRole("link", { name: night, exact: true }).click();
  await page.getByLabel(/^Data/).fill(inDays(12));
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Se schimbă doar prin mutarea nopții.")).toBeVisible();
  // what was typed is left behind
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Mută noaptea" }).last().click();
  await expect(page.getByRole("heading", { name: `Mută ${night}` })).toBeVisible();
  await expect(page.getByText("5.200,00 RON")).toBeVisible();

  await page.getByLabel("Motivul, pentru oameni").fill("Vine vijelia pe dig.");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await password.getByRole("textbox", { name: "Parola ta" }).fill(goodPassword);
  await password.getByRole("button", { name: "Confirmă cu parola" }).click();
  await expect(page.getByText("Noaptea are deja data și ora aceasta.")).toBeVisible();
  await page.getByLabel(/^Data/).fill(inDays(10));
  await page.getByLabel(/^Ora/).fill("21:00");
  await page.getByLabel(/^Ușile/).fill("20:30");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  // the password is fresh, and still nothing happens without a last step
  const lastStep = page.getByRole("dialog", { name: "Ultimul pas" });
  await expect(lastStep).toContainText("5.200,00 RON");
  await lastStep.getByRole("button", { name: "Mută noaptea" }).click();
  const code = page.getByLabel("Codul din e-mail");
  await code.fill("000000");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  await expect(page.getByText("Codul nu este bun.")).toBeVisible();
  const mailed = await letterTo(page.request, administrator, /[Cc]od/);
  await code.fill(mailed.text.match(/\b\d{6}\b/)?.[0] ?? "none");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  await expect(page.getByText("Noaptea a fost mutată. Scrisorile pleacă acum.")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("1 comandă a aflat. 1 din 1 scrisori au plecat.")).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 30_000 });

  await customer.goto(address);
  await expect(customer.getByRole("heading", { name: /^Noaptea s-a mutat pe / })).toBeVisible();
  await expect(customer.getByText("Vine vijelia pe dig.")).toBeVisible();
  await expect(customer.locator("del")).toContainText(formatDayAndMonth(inDays(11)));
  await customer.goto("/profile");
  await expect(customer.locator("summary").getByText(/, mutată/)).toBeVisible();

  const letter = await letterTo(customer.request, email, /s-a mutat: /);
  const link = letter.text.match(/https?:\S+\/orders\/\S+\/moved\/\S+/)?.[0] ?? "";
  await customer.goto(new URL(link).pathname);
  await expect(customer.getByRole("heading", { name: "Nu pot la data nouă" })).toBeVisible();
  await customer.getByRole("link", { name: "Păstrez biletele" }).click();
  await customer.getByRole("link", { name: "Alege ce faci cu ele" }).click();
  await customer.getByRole("button", { name: "Vreau banii înapoi" }).click();
  const sure = customer.getByRole("dialog", { name: "Sigur nu vii?" });
  await expect(sure).toContainText("Dai înapoi 2 bilete și primești 5.200 LEI.");
  await sure.getByRole("button", { name: "Da, vreau banii înapoi" }).click();
  await expect(customer.getByText("5.200 LEI se întorc pe card.")).toBeVisible();
  await expect(customer.getByRole("link", { name: "Alege ce faci cu ele" })).toHaveCount(0);
  await customer.goto(new URL(link).pathname);
  await expect(customer.getByText(/banii ei sunt deja pe drum|nimic de dat înapoi/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 comandă a cerut banii înapoi: 5.200,00 RON.")).toBeVisible();
});
