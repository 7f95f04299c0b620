import { confirmWithPassword, openNightForm } from "#test/support/staff-steps.ts";
import { freshName, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("the holders of a night get a message, seen before it leaves and stopped on its way (47)", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(422);
  complaints.expectStatus(409);
  // the password again
  complaints.expectStatus(403);
  const subject = freshName("Porțile");
  await newAdministrator(page);
  await openNightForm(page, "Noaptea Fosforului");
  await page.getByRole("link", { name: "Mesaje", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Mesaje, Noaptea Fosforului" })).toBeVisible();

  const form = page.getByRole("form", { name: "Ce scrii" });
  const look = form.getByRole("button", { name: "Vezi cum arată" });
  await look.click();
  await expect(form.getByText("Acest câmp este obligatoriu")).toHaveCount(2);
  await form.getByLabel("Subiect").fill(subject);
  await form.getByRole("textbox", { name: "Mesaj" }).fill("Deschidem la <b>21:30</b>.\n\nVeniți devreme!");
  await form.getByRole("radio", { name: /Noutăți/ }).check();
  await look.click();
  await expect(page.getByText("Nimeni nu e în alegerea asta: nu pleacă niciun mesaj.")).toBeVisible();
  await expect(form.getByLabel("Subiect")).toHaveValue(subject);

  await form.getByRole("radio", { name: /De serviciu/ }).check();
  await look.click();
  const question = page.getByRole("dialog");
  await expect(question.getByRole("heading", { name: /^Trimiți mesajul la \d+ de oameni\?$/ })).toBeVisible();
  const letter = question.frameLocator("iframe");
  await expect(letter.getByText("Deschidem la <b>21:30</b>.")).toBeVisible();
  await question.getByRole("button", { name: "Mai schimb" }).click();
  await expect(question).toBeHidden();
  await expect(form.getByRole("textbox", { name: "Mesaj" })).toHaveValue(/Veniți devreme!$/);

  await look.click();
  await question.getByRole("button", { name: /^Trimite la \d+ de oameni$/ }).click();
  await confirmWithPassword(page);
  await says(page, "Mesajul pleacă acum. Îl poți opri cât timp mai așteaptă.");
  const row = page.getByRole("row", { name: new RegExp(subject) });
  await expect(row).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(row.getByText(/^\d+ din \d+$/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole("button", { name: `Oprește „${subject}”` }).click();
  await says(page, /^Mesajul e oprit: \d+ (?:de )?(?:om|oameni) nu îl mai primesc?\.$/);
  await expect(row.getByText(/\d+ oprite?$/)).toBeVisible();
});
