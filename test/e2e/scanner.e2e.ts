import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { wrongForAxe } from "#test/support/axe.ts";
import { filmArguments, writeFilm } from "#test/support/camera-film.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { addType, makeLateNight } from "#test/support/staff-steps.ts";
import {
  cards,
  logIn,
  newAdministrator,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const word = (phone: Page) => phone.getByRole("alert").getByRole("heading");

/** Opens the page again, whose camera then plays a film of these codes, each in view and out of view for so many seconds. */
async function show(phone: Page, film: string, codes: readonly string[], seconds = 1): Promise<void> {
  await writeFilm(film, codes, seconds);
  await phone.reload();
  await phone.getByRole("button", { name: "Începe tura" }).click();
}

test("50: a phone is bound by a code, scans with its camera, goes on without network, and sends what it wrote", async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  const night = "Noapte la Poartă";
  const administrator = await newAdministrator();
  await logIn(page, administrator);
  await makeLateNight(page, night);
  await addType(page, "/admin/tickets/new", { night, name: "Intrare la poartă", price: "60", left: "9" });

  const customer = await (await browser.newContext()).newPage();
  await newCustomer(customer);
  await openNight(customer, night);
  const address = customer.url();
  await expect(async () => {
    await customer.goto(address);
    await expect(numberOf(customer, "Intrare la poartă")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await numberOf(customer, "Intrare la poartă").selectOption("3");
  await payButton(customer).click();
  await payWith(customer, cards.good);
  await expect(customer.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  const codes = await codesOn(customer);
  expect(new Set(codes).size).toBe(3);
  const [first, second, third] = codes as [string, string, string];

  await page.goto("/gate");
  await page.getByRole("radio", { name: new RegExp(night) }).check();
  await page.getByRole("button", { name: "Începe" }).click();
  await page.getByRole("link", { name: "Panou, porți și telefoane" }).click();
  await expect(page.getByRole("heading", { name: "Înăuntru" })).toBeVisible();
  expect(await wrongForAxe(page)).toEqual([]);
  await page.getByRole("link", { name: "Porți", exact: true }).click();
  await page.getByLabel("Numele porții").fill("Poarta A");
  await page.getByRole("button", { name: "Adaugă poarta" }).click();
  await expect(page.getByRole("heading", { name: "Poarta A" })).toBeVisible();
  expect(await wrongForAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Leagă un telefon de Poarta A" }).click();
  const shown = page.getByRole("img", { name: "Cod de legare la Poarta A" });
  await expect(shown).toBeVisible();
  expect(await wrongForAxe(page)).toEqual([]);
  const [link = ""] = await qrInPicture(await shown.screenshot());
  expect(link).toMatch(/\/poarta\/inrolare#[\w-]{43}$/);

  const folder = await mkdtemp(join(tmpdir(), "estival-film-"));
  const film = join(folder, "camera.mjpeg");
  await writeFilm(film, []);
  const withCamera = await chromium.launch({
    ...test.info().project.use.launchOptions,
    args: [...(test.info().project.use.launchOptions?.args ?? []), ...filmArguments(film)],
  });
  try {
    const context = await withCamera.newContext({
      ...{ viewport: { width: 390, height: 844 }, permissions: ["camera"], locale: "ro-RO" },
      ...(baseURL ? { baseURL } : {}),
    });
    await scanAtTheDoor(context, { link, film, first, second, third });
  } finally {
    await withCamera.close();
    await rm(folder, { recursive: true });
  }

  await page.getByRole("link", { name: "Gata" }).last().click();
  await page.getByRole("link", { name: "Panou", exact: true }).click();
  const inside = page.getByRole("main").locator("section").first();
  await expect(inside).toContainText(/Înăuntru\s*2\s*din 40/);
  await expect(page.getByRole("listitem").filter({ hasText: "Radu M." }).first()).toContainText(
    "0 netrimise",
  );
  expect(await wrongForAxe(page)).toEqual([]);
});

type Scene = { link: string; film: string; first: string; second: string; third: string };

async function scanAtTheDoor(context: BrowserContext, { link, film, first, second, third }: Scene) {
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByLabel("Cine scanează").fill("Radu M.");
  expect(await wrongForAxe(phone)).toEqual([]);
  await phone.getByRole("button", { name: "Leagă telefonul" }).click();
  await expect(phone.getByRole("heading", { name: "Telefonul este legat de Poarta A." })).toBeVisible();
  expect(new URL(phone.url()).pathname).toBe("/poarta/");
  await phone.getByRole("button", { name: "Pregătește telefonul" }).click();
  await phone.getByRole("button", { name: "Probează sunetul" }).click();
  await expect(phone.getByText("Gata și fără internet")).toBeVisible();
  await expect(phone.getByText(/^Bilete: 3 · /)).toBeVisible();
  expect(await wrongForAxe(phone)).toEqual([]);
  await test.step("with network: in once, and refused when the code comes again", async () => {
    await show(phone, film, [first], 5);
    await expect(phone.getByText("Online")).toBeVisible();
    await expect(word(phone)).toHaveText("ADMIS");
    expect(await wrongForAxe(phone)).toEqual([]);
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByRole("alert")).toContainText("Bilet deja folosit");
    await expect(phone.getByRole("alert")).toContainText("Poarta A");
    expect(await wrongForAxe(phone)).toEqual([]);
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

  await test.step("an entry is taken back with a reason", async () => {
    await show(phone, film, [third]);
    await expect(word(phone)).toHaveText("ADMIS");
    await show(phone, film, []);
    await phone.getByRole("button", { name: "Ultimele" }).click();
    await phone
      .getByRole("button", { name: /^Intrare la poartă, 1 intrare/ })
      .first()
      .click();
    await phone.getByRole("button", { name: "Nu a intrat" }).click();
    await expect(phone.getByText("anulat: Nu a intrat")).toBeVisible();
    expect(await wrongForAxe(phone)).toEqual([]);
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

/** The QR texts of the tickets that a page after paying shows. */
async function codesOn(page: Page): Promise<string[]> {
  const images = page.getByRole("img", { name: /FSC-/ });
  await expect(images.first()).toBeVisible();
  const sources = await images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
  const codes: string[] = [];
  for (const source of new Set(sources)) {
    const answer = await page.request.get(source);
    codes.push(...(await qrInPicture(await answer.body())));
  }
  return codes;
}

/** Everything that the scanner keeps in the browser, as text. */
function storedOn(phone: Page): Promise<string> {
  return phone.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("estival-gate");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const stores = [...database.objectStoreNames];
          const reading = database.transaction(stores);
          const found = stores.map((name) => reading.objectStore(name).getAll());
          reading.oncomplete = () => {
            database.close();
            resolve(JSON.stringify(found.map(({ result }) => result)));
          };
        };
      }),
  );
}
