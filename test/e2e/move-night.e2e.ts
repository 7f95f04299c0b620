import { formatDayAndMonth, formatLongDate } from "#kernel/time.ts";
import { inDays } from "#test/support/days.ts";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { confirmWithPassword, openNightForm } from "#test/support/staff-steps.ts";
import { letterTo, newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("a sold night is moved: its page says both dates, and a buyer gives the tickets back (46, 71)", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409, 422]) complaints.expectStatus(status);
  const administrator = await newAdministrator(page);
  const night = await ownNight("Noapte de vijelie", { Intrare: 2600 }, { inDays: 11 });
  const customer = await newPerson();
  const email = await newCustomer(customer);
  await buy(customer, night.path, { Intrare: 2 });

  // the form of the night leads to the moving
  await openNightForm(page, night.title);
  await page.getByLabel(/^Data/).fill(inDays(12));
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Se schimbă doar prin mutarea nopții.")).toBeVisible();
  // what was typed is left behind
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Mută noaptea" }).last().click();
  await expect(page.getByRole("heading", { name: `Mută ${night.title}` })).toBeVisible();
  await expect(page.getByText("5.200,00 LEI")).toBeVisible();

  await page.getByLabel("Motivul, pentru oameni").fill("Vine vijelia pe dig.");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  await confirmWithPassword(page);
  await expect(page.getByText("Noaptea are deja data și ora aceasta.")).toBeVisible();
  await page.getByLabel(/^Data/).fill(inDays(10));
  await expect(
    page.getByText(`${night.title} s-a mutat: ${formatLongDate(inDays(10))} (comanda)`),
  ).toBeVisible();
  await page.getByLabel(/^Ora/).fill("21:00");
  await page.getByLabel(/^Ușile/).fill("20:30");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  // the password is fresh, and still nothing happens without a last step
  const lastStep = page.getByRole("dialog", { name: "Ultimul pas" });
  await expect(lastStep).toContainText("5.200,00 LEI");
  await lastStep.getByRole("button", { name: "Mută noaptea" }).click();
  const code = page.getByLabel("Codul din e-mail");
  const mailed = await letterTo(page.request, administrator, /[Cc]od/);
  const right = mailed.text.match(/\b\d{6}\b/)?.[0] ?? "none";
  await code.fill(right === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  await expect(page.getByText("Codul nu este bun.")).toBeVisible();
  await code.fill(right);
  await page.getByRole("button", { name: "Mută noaptea" }).click();
  await says(page, "Noaptea a fost mutată. Scrisorile pleacă acum.");
  await expect(page.getByRole("heading", { name: `${night.title}: mutată` })).toBeVisible();
  // the page looks again by itself
  await expect(page.getByText("1 comandă a aflat. Scrisori plecate: 1 din 1.")).toBeVisible({
    timeout: 60_000,
  });

  await customer.goto(night.path);
  await expect(customer.getByRole("heading", { name: /^Noaptea s-a mutat pe / })).toBeVisible();
  await expect(customer.getByText("Vine vijelia pe dig.")).toBeVisible();
  await expect(customer.locator("del")).toContainText(formatDayAndMonth(night.day));
  await customer.goto("/profile");
  await expect(customer.locator("summary").getByText(/, mutată/)).toBeVisible();

  const letter = await letterTo(customer.request, email, /s-a mutat: /);
  const link = letter.text.match(/https?:\S+\/orders\/\S+\/moved\/\S+/)?.[0] ?? "";
  await customer.goto(new URL(link).pathname);
  await expect(customer.getByRole("heading", { name: "Nu pot la data nouă" })).toBeVisible();
  await customer.getByRole("button", { name: "Păstrez biletele" }).click();
  await expect(customer.getByText(/^Păstrezi biletele\. Până .+ te mai poți răzgândi\.$/)).toBeVisible();
  await customer.getByRole("link", { name: "Alege ce faci" }).click();
  await customer.getByRole("button", { name: "Vreau banii înapoi" }).click();
  const sure = customer.getByRole("dialog", { name: "Sigur nu vii?" });
  await expect(sure).toContainText("Dai înapoi 2 bilete și primești 5.200 LEI.");
  await sure.getByRole("button", { name: "Da, vreau banii înapoi" }).click();
  await expect(customer.getByText("5.200 LEI se întorc pe card.")).toBeVisible();
  await expect(customer.getByRole("link", { name: "Alege ce faci" })).toHaveCount(0);
  await customer.goto(new URL(link).pathname);
  await expect(customer.getByText(/banii ei sunt deja pe drum|nimic de dat înapoi/)).toBeVisible();
  await expect(page.getByText("1 comandă a cerut banii înapoi: 5.200,00 LEI.")).toBeVisible({
    timeout: 20_000,
  });
});
