import {
  cards,
  freshEmail,
  letterTo,
  logIn,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const administrator = ["admin@fosfor.example", "far-pe-dig-27"] as const;

test("the page of a guest has orders, tickets and letters, takes notes, and corrects the address", {
  tag: "@sizes",
}, async ({ page, browser, viewport, complaints }) => {
  complaints.expectStatus(422);
  const guest = await (await browser.newContext({ viewport })).newPage();
  const wrong = freshEmail();
  await openNight(guest, "Noaptea Perseidelor");
  await numberOf(guest, "Intrare generală").selectOption("2");
  await payButton(guest).click();
  await guest.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(guest.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
  await guest.getByLabel("Email", { exact: true }).fill(wrong);
  await guest.getByLabel("Nume", { exact: true }).fill("Ilinca Fără Cont");
  await guest.getByRole("button", { name: /^Continuă la plată/ }).click();
  await payWith(guest, cards.good);
  await expect(guest.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();

  await logIn(page, ...administrator);
  await page.goto(`/admin/purchases?q=${encodeURIComponent(wrong)}`);
  await page.getByRole("link", { name: "Ilinca Fără Cont" }).first().click();
  await page.getByRole("link", { name: "Fișa clientului" }).click();
  await expect(page.getByRole("heading", { name: "Ilinca Fără Cont", level: 1 })).toBeVisible();
  await expect(page.getByText("Fără cont, adresă nedovedită")).toBeVisible();
  const orders = page.getByRole("table", { name: "Comenzi" });
  await expect(orders).toContainText("Intrare generală, Noaptea Perseidelor");
  await expect(page.getByRole("table", { name: "Bilete" }).getByText("1 din 1")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Scrisori" })).toContainText("Biletele");

  await page.getByRole("button", { name: "Adaugă nota" }).click();
  await expect(page.getByText("Scrie nota.")).toBeVisible();
  await page.getByLabel("Notă nouă").fill("A sunat: adresa are o literă greșită.");
  await page.getByRole("button", { name: "Adaugă nota" }).click();
  await expect(page.getByText("Nota a fost adăugată.")).toBeVisible();
  await expect(page.getByLabel("Notă nouă")).toHaveValue("");

  const right = freshEmail();
  await page.getByLabel("Adresa corectă").fill("ilinca@");
  await page.getByRole("button", { name: "Corectează adresa" }).click();
  await expect(page.getByText("Scrie o adresă de e-mail întreagă.")).toBeVisible();
  await page.getByLabel("Adresa corectă").fill(right);
  await page.getByRole("button", { name: "Corectează adresa" }).click();
  await expect(page.getByText(`Adresa este acum ${right}. Biletele pleacă din nou.`)).toBeVisible();
  await expect(page.getByRole("table", { name: "Scrisori" })).toContainText(right);
  await page.getByRole("button", { name: /^Șterge nota/ }).click();
  await expect(page.getByText("Nicio notă.")).toBeVisible();
  await orders.getByRole("link", { name: /^#/ }).click();
  await expect(page.getByRole("dialog")).toContainText(right);
});

test("an invitation goes to a person without an account by name (48)", { tag: "@sizes" }, async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(403);
  complaints.expectStatus(422);
  await logIn(page, ...administrator);
  await page.goto("/admin/purchases?act=invite");
  const dialog = page.getByRole("dialog", { name: "Invitație" });
  const email = freshEmail();
  await dialog.getByLabel("E-mailul invitatului").fill(email);
  const option = dialog.getByRole("option", { name: /^Intrare generală, Noaptea Perseidelor/ });
  await dialog.getByLabel("Tip bilet").selectOption({ label: (await option.textContent()) ?? "" });
  await dialog.getByLabel("De ce").fill("Presă.");
  const give = dialog.getByRole("button", { name: "Trimite invitația" });
  await give.click();
  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await password.getByRole("textbox", { name: "Parola ta" }).fill(administrator[1]);
  await password.getByRole("button", { name: "Confirmă cu parola" }).click();
  await expect(dialog.getByText("Scrie și numele")).toBeVisible();
  await dialog.getByLabel("Numele invitatului").fill("Zoe Presă");
  await give.click();
  await expect(page.getByRole("status").filter({ hasText: "Invitația a fost trimisă" })).toBeVisible();
  const letter = await letterTo(page.request, email, /bilet/i);
  await page.goto(letter.text.match(/https?:\S+\/orders\/\S+/)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "Noaptea Perseidelor" })).toBeVisible();
});
