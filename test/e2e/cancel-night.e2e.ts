import { addDays, dayOf } from "#kernel/time.ts";
import { publishNight } from "#test/support/staff-steps.ts";
import {
  cards,
  letterTo,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const administrator = ["admin@fosfor.example", "far-pe-dig-27"] as const;

test("a sold night is cancelled: the money goes back, the buyer is told, and its page says so (46, 70)", {
  tag: "@sizes",
}, async ({ page, browser, viewport, complaints }) => {
  test.slow();
  complaints.expectStatus(403);
  complaints.expectStatus(422);
  // one site for both sizes
  const size = test.info().project.name === "phone" ? "Telefon" : "Birou";
  const night = `Noapte de Grindină ${size}`;
  await logIn(page, ...administrator);
  await page.goto("/admin/events/new");
  await page.getByRole("textbox", { name: "Nume", exact: true }).fill(night);
  await page.getByRole("textbox", { name: "Titlu" }).fill(night);
  await page.getByLabel("Descriere").fill("Un singur reflector și ceață.");
  await page.getByLabel(/^Data/).fill(addDays(dayOf(new Date()), 9));
  await page.getByLabel("Loc", { exact: false }).first().fill("Dig");
  await page.getByLabel("Capacitate").fill("40");
  await page.getByRole("button", { name: "Adaugă tip" }).click();
  await page.getByLabel("Numele tipului 1").fill(`Intrare grindină ${size}`);
  await page.getByLabel("Prețul tipului 1, în lei").fill("40");
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
    await expect(numberOf(customer, `Intrare grindină ${size}`)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await numberOf(customer, `Intrare grindină ${size}`).selectOption("2");
  await payButton(customer, "80").click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();

  await page.goto(`/admin/events?q=${encodeURIComponent(night)}`);
  await page.getByRole("link", { name: night, exact: true }).click();
  await page.getByRole("link", { name: "Anulează noaptea" }).click();
  await expect(page.getByText("80,00 RON")).toBeVisible();
  await page.getByRole("button", { name: "Anulează noaptea" }).click();
  await expect(page.getByLabel("Motivul, pentru oameni")).toBeFocused();
  await page.getByLabel("Motivul, pentru oameni").fill("Cod portocaliu de grindină.");
  await page.getByRole("button", { name: "Anulează noaptea" }).click();
  const password = page.getByRole("dialog", { name: "Confirmă că ești tu" });
  await expect(password).toContainText(`Anulezi „${night}” și dai înapoi 80,00 RON.`);
  await password.getByRole("textbox", { name: "Parola ta" }).fill(administrator[1]);
  await password.getByRole("button", { name: "Confirmă cu parola" }).click();
  await expect(page.getByRole("heading", { name: `${night}: anulată` })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("1 rambursare făcută, 80,00 RON")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });

  await page.goto(`/admin/events?status=cancelled&q=${encodeURIComponent(night)}`);
  const row = page.getByRole("row").filter({ hasText: night });
  await expect(row).toContainText("Anulată");
  await expect(page.getByRole("switch")).toHaveCount(0);
  await page.getByRole("link", { name: night, exact: true }).click();
  await expect(page.getByRole("link", { name: "Vezi anularea" })).toBeVisible();
  await expect(page.getByText("Anulată").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /Mută noaptea|Anulează noaptea/ })).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);

  await customer.goto(address);
  await expect(customer.getByText("Noaptea s-a anulat.")).toBeVisible();
  await expect(customer.getByText("Cod portocaliu de grindină.")).toBeVisible();
  await expect(customer.getByRole("heading", { name: "Anulat" })).toBeVisible();
  const letter = await letterTo(customer.request, email, /s-a anulat; îți dăm banii înapoi$/);
  expect(letter.text).toContain("Îți dăm înapoi 80 LEI");
});
