import type { BrowserContext } from "@playwright/test";
import { addGate, invitation, openBoard, soldTickets } from "#test/support/door-steps.ts";
import { beginShift, boundPhone, show, storedOn, withCamera, word } from "#test/support/scanner-steps.ts";
import { addType, makeLateNight } from "#test/support/staff-steps.ts";
import { logIn, newAdministrator } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("50: a phone is bound by a code, scans with its camera, goes on without network, and sends what it wrote", {
  tag: "@first",
}, async ({ page, browser, baseURL, complaints }) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await logIn(page, await newAdministrator());
  const codes = (await soldTickets(page, browser, "Noapte la Poartă", 3)).map(({ qr }) => qr);
  expect(new Set(codes).size).toBe(3);
  const [first, second, third] = codes as [string, string, string];
  await addGate(page, "Poarta A");
  const link = await invitation(page, "Poarta A");
  expect(link).toMatch(/\/poarta\/inrolare#[\w-]{43}$/);

  await withCamera(baseURL, async (newContext, film) => {
    await scanAtTheDoor(await newContext(), { link, film, first, second, third });
  });

  await page.getByRole("link", { name: "Gata" }).last().click();
  await page.getByRole("link", { name: "Panou", exact: true }).click();
  const inside = page.getByRole("main").locator("section").first();
  await expect(inside).toContainText(/Înăuntru\s*2\s*din 40/);
  await expect(page.getByRole("listitem").filter({ hasText: "Radu M." }).first()).toContainText(
    "0 netrimise",
  );
});

test("50: two phones that did not hear of each other let the same ticket in, and the board lists it with both gates", async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await logIn(page, await newAdministrator());
  const [code = ""] = (await soldTickets(page, browser, "Noapte cu două porți", 1)).map(({ qr }) => qr);
  await withCamera(baseURL, async (newContext, film) => {
    const [one, other] = [await newContext(), await newContext()];
    await addGate(page, "Poarta A");
    const atA = await boundPhone(one, await invitation(page, "Poarta A"), "Radu M.");
    await page.getByRole("link", { name: "Gata" }).last().click();
    await addGate(page, "Poarta B");
    const atB = await boundPhone(other, await invitation(page, "Poarta B"), "Mara D.");
    await page.getByRole("link", { name: "Gata" }).last().click();

    await other.setOffline(true);
    await expect(atB.getByText("Fără internet", { exact: true })).toBeVisible();
    await show(atA, film, [code]);
    await expect(word(atA)).toHaveText("ADMIS");
    await show(atB, film, [code]);
    await expect(word(atB)).toHaveText("ADMIS");
    await expect(atB.getByText("Fără internet · 1 netrimisă")).toBeVisible();
    await other.setOffline(false);
    await expect(atB.getByText("Online")).toBeVisible();
    await expect.poll(() => storedOn(atB)).not.toMatch(/"isSent":false/);
  });

  await page.getByRole("link", { name: "Panou", exact: true }).click();
  const doubles = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Intrări duble (1)" }) });
  await expect(doubles).toContainText("+1");
  const entries = doubles.getByRole("listitem").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.filter({ hasText: "Poarta A, Radu M." })).toContainText("cu internet");
  await expect(entries.filter({ hasText: "Poarta B, Mara D." })).toContainText("fără internet");
});

test("50: what is set aside for a phone is sold without network, its till is handed over, and everybody sees the same money", async ({
  page,
  baseURL,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await logIn(page, await newAdministrator());
  const night = "Noapte cu vânzare la ușă";
  await makeLateNight(page, night);
  await addType(page, "/admin/tickets/new", { night, name: "Intrare la poartă", price: "60", left: "9" });
  await openBoard(page, night);
  await addGate(page, "Poarta A");
  const link = await invitation(page, "Poarta A");
  await withCamera(baseURL, async (newContext) => {
    const context = await newContext();
    const phone = await boundPhone(context, link, "Radu M.");
    await page.getByRole("link", { name: "Gata" }).last().click();
    await page.getByRole("link", { name: "Vânzare", exact: true }).click();
    await page.getByLabel("Câte bilete").fill("10");
    await page.getByRole("button", { name: "Pune deoparte pentru Poarta A, Radu M." }).click();
    await expect(page.getByText("Mai sunt numai 9 bilete.")).toBeVisible();
    await page.getByLabel("Câte bilete").fill("3");
    await page.getByRole("button", { name: "Pune deoparte pentru Poarta A, Radu M." }).click();
    await expect(page.getByText("3 din 3 rămase, 0 vândute")).toBeVisible();

    await phone.getByRole("button", { name: "Începe tura" }).click();
    await phone.getByRole("button", { name: "Altele" }).click();
    await phone.getByRole("button", { name: /^Vânzare Mai ai 3 bilete/ }).click();
    await context.setOffline(true);
    await expect(phone.getByText("Fără internet", { exact: true })).toBeVisible();
    await phone.getByRole("button", { name: "Încă unul" }).click();
    await phone.getByRole("radio", { name: "200" }).check();
    await expect(phone.getByText("Rest 80 lei")).toBeVisible();
    await phone.getByLabel("Numărul bonului").fill("0042");
    await phone.getByRole("button", { name: "120 lei, intră 2" }).click();
    await expect(phone.getByText("Vândut: 2 × Intrare la poartă, 120 lei")).toBeVisible();
    await expect(phone.getByText("Rest 80 lei. Intră 2 persoane")).toBeVisible();
    await expect(phone.getByText("Mai ai 1 din 3.")).toBeVisible();
    await phone.getByRole("button", { name: "Renunță" }).click();
    await phone.getByRole("button", { name: /^Predare tură/ }).click();
    await expect(phone.getByText("Tura nu se poate preda încă")).toBeVisible();
    await context.setOffline(false);
    await expect(phone.getByText("Netrimise: 0 ✓ · Casa: 120 lei")).toBeVisible();
    await phone.getByLabel("Fond la început").fill("200");
    await expect(phone.getByText("Netrimise: 0 ✓ · Casa: 320 lei")).toBeVisible();
    await phone.getByLabel("Numărat").fill("310");
    await expect(phone.getByText("Lipsesc 10 lei")).toBeVisible();
    await phone.getByRole("button", { name: "Predă tura" }).click();
    await expect(phone.getByText("Tura e predată.")).toBeVisible();
    await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
  });

  await page.reload();
  await expect(page.getByText("1 din 3 rămase, 2 vândute")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "predată" })).toContainText(
    "trebuie 320 lei (cu fondul de 200 lei) · numărat 310 lei diferență −10 lei",
  );
  await page.getByRole("button", { name: "Întoarce 1 bilet" }).click();
  await expect(page.getByText("0 din 2 rămase, 2 vândute")).toBeVisible();
  await page.getByRole("link", { name: "Panou", exact: true }).click();
  await expect(page.getByRole("main").locator("section").first()).toContainText(/Înăuntru\s*2\s*din 40/);
  await page.getByRole("link", { name: "După noapte", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Vândut la ușă" })).toBeVisible();
  const file = await page.request.get(`${page.url()}.csv`);
  expect(await file.text()).toContain(
    '"Vânzare la ușă","","","","Intrare la poartă","2","120.00","Numerar","2 bilete"',
  );
  const id = /nights\/([\w-]+)/.exec(page.url())?.[1];
  await page.goto(`/admin/events/${id}/settlement`);
  await expect(page.getByText("numerar, 2 bilete")).toBeVisible();
});

type Scene = { link: string; film: string; first: string; second: string; third: string };

async function scanAtTheDoor(context: BrowserContext, { link, film, first, second, third }: Scene) {
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByLabel("Cine scanează").fill("Radu M.");
  await phone.getByRole("button", { name: "Leagă telefonul" }).click();
  await expect(phone.getByRole("heading", { name: "Telefonul este legat de Poarta A." })).toBeVisible();
  expect(new URL(phone.url()).pathname).toBe("/poarta/");
  await phone.getByRole("button", { name: "Pregătește telefonul" }).click();
  await phone.getByRole("button", { name: "Probează sunetul" }).click();
  await expect(phone.getByText("Gata și fără internet")).toBeVisible();
  await expect(phone.getByText(/^Bilete: 3 · /)).toBeVisible();
  await test.step("with network: in once, and refused when the code comes again", async () => {
    await show(phone, film, [first], 5);
    await expect(phone.getByText("Online")).toBeVisible();
    await expect(word(phone)).toHaveText("ADMIS");
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByRole("alert")).toContainText("Bilet deja folosit");
    await expect(phone.getByRole("alert")).toContainText("Poarta A");
    await phone.getByRole("button", { name: "Următorul" }).click();
  });

  await test.step("without network: green is written first, and survives a reload", async () => {
    await context.setOffline(true);
    await expect(phone.getByText("Fără internet")).toBeVisible();
    await show(phone, film, [second]);
    await expect(word(phone)).toHaveText("ADMIS");
    await show(phone, film, [second]);
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByText(/^Fără internet · \d+ netrimis[ăe]$/)).toBeVisible();
    await show(phone, film, [`${third.slice(0, -4)}AAAA`]);
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByRole("alert")).toContainText("Cod necunoscut");
  });

  await test.step("while the server is silent the person sees that the code was read and that the phone asks", async () => {
    await context.setOffline(false);
    await expect(phone.getByText("Online")).toBeVisible();
    await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
    await context.route("**/gate/api/scan", () => {});
    await show(phone, film, [second]);
    await expect(phone.getByRole("heading", { name: "Citit, întreb serverul…" })).toBeVisible();
    await expect(phone.getByText("Fără răspuns în 2 secunde, hotărăște telefonul din listă.")).toBeVisible();
    await expect(word(phone)).toHaveText("REFUZAT");
    await context.unroute("**/gate/api/scan");
    await context.setOffline(true);
  });

  await test.step("a code that is no ticket says what to ask for", async () => {
    await show(phone, film, ["WIFI:S:Terasa;T:WPA;P:nisip;;"]);
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByRole("alert")).toContainText("Nu e un bilet de la noi");
    await expect(phone.getByText(/Cere biletul din e-mail sau din Profil/)).toBeVisible();
  });

  await test.step("a page that is opened again in the shift goes on scanning, after one press at most", async () => {
    await phone.reload();
    await beginShift(phone);
    await expect(phone.getByRole("heading", { name: "Pregătire" })).toHaveCount(0);
    await expect(phone.getByRole("button", { name: "Ultimele" })).toBeVisible();
  });

  await test.step("an entry is taken back with a reason", async () => {
    await show(phone, film, [third]);
    await expect(word(phone)).toHaveText("ADMIS");
    await show(phone, film, []);
    await phone.getByRole("button", { name: "Ultimele" }).click();
    await phone
      .getByRole("button", { name: /^ADMIS Bilet Intrare la poartă, 1 intrare ora \d\d:\d\d, Poarta A$/ })
      .first()
      .click();
    await phone.getByRole("button", { name: "Nu a intrat" }).click();
    await expect(phone.getByText("ANULAT: Nu a intrat")).toBeVisible();
    await phone.getByRole("button", { name: "Scanează" }).click();
  });

  await test.step("with network again everything is sent, and no name is on the phone", async () => {
    await context.setOffline(false);
    await expect(phone.getByText("Online")).toBeVisible();
    await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
    const stored = await storedOn(phone);
    expect(stored).not.toMatch(/Vizitator|@|FSC1:/);
    expect(stored).toContain('"isSent":true');
  });
}
