import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import {
  buyAsGuest,
  choose,
  chosenTwo,
  fillGuest,
  general,
  guestPage,
  guestPays,
  orderLinkTo,
  paidPage,
  payAndSee,
  paysByCard,
  roomyNight,
} from "#test/support/purchase-steps.ts";
import { countScreens } from "#test/support/screen-count.ts";
import {
  cards,
  fillCard,
  freshEmail,
  goodPassword,
  type Letter,
  letterTo,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  register,
} from "#test/support/visitor.ts";
import { expect, says, test, untilTakenOver } from "#test/support/watched-test.ts";

const ticket = (page: Page) => page.getByText(/^FSC-\d{4}-\d{6}$/).first();
const addressOf = (page: Page) => page.getByLabel("Email", { exact: true });

test("without an account, from a night's page to the ticket in at most five screens and seven fields", {
  tag: "@first",
}, async ({ page, newPerson, complaints }) => {
  for (const status of [401, 404, 422]) complaints.expectStatus(status);
  const count = countScreens();
  const email = freshEmail();
  await count.asPhone(page);
  await openNight(page, roomyNight);
  await count.screen(numberOf(page, general));
  await numberOf(page, general).selectOption("2");
  count.seen.fields += 1;
  const underToast = lookUnderToast(page);
  await count.press(payButton(page));

  const guestWay = page.getByRole("link", { name: /Continuă fără cont/ });
  await count.screen(guestWay);
  await says(page, "Te rugam sa te conectezi pentru a cumpara bilete");
  expect(await underToast).toEqual([]);
  await expect(guestWay).toBeInViewport({ ratio: 1 });
  await count.press(guestWay);

  await count.screen(page.getByLabel("Nume", { exact: true }));
  await expect(guestPage(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(chosenTwo);
  // what is wrong is said, and what was typed stays
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  await addressOf(page).fill("maria@");
  await guestPays(page).click();
  await expect(page.getByText("Te rugam sa introduci o adresa de email valida")).toBeVisible();
  await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
  await addressOf(page).fill("maria@gmial.com");
  await guestPays(page).click();
  await page.getByRole("button", { name: "Scrie maria@gmail.com" }).click();
  await expect(addressOf(page)).toHaveValue("maria@gmail.com");
  // the question was answered, and the page asks nothing about an address that is not there
  await expect(page.getByText("Ai vrut să scrii")).toHaveCount(0);
  await expect(addressOf(page)).toBeFocused();
  await expect(addressOf(page)).not.toHaveAttribute("aria-invalid");
  await count.fill(page, "Email", email);
  await count.fill(page, "Nume", "Maria Fără Cont");
  await count.press(guestPays(page));

  await count.screen(page.getByLabel("Număr card"));
  await fillCard(page, cards.good);
  count.seen.fields += 4;
  await count.press(paysByCard(page));

  await count.screen(paidPage(page));
  await expect(ticket(page)).toBeVisible();
  await expect(page.getByText(`Trimis pe ${email}`)).toBeVisible();
  const shown = (who: Page) => who.getByRole("img", { name: /FSC-/ }).first().getAttribute("src");
  expect((await page.request.get((await shown(page)) ?? "")).status()).toBe(200);
  console.log(`guest: ${JSON.stringify(count.seen)}`);
  expect(count.seen.screens).toBeLessThanOrEqual(5);
  expect(count.seen.fields).toBeLessThanOrEqual(7);

  // the guest has no account, and a person without this browser only what the letter's link opens
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Conectare" })).toBeVisible();
  const link = await orderLinkTo(page, email);
  const other = await newPerson();
  for (const token of ["token=", "token=zz"])
    expect((await other.goto(link.replace(/token=.{0,2}/, token)))?.status()).toBe(404);
  await other.goto(link);
  await expect(ticket(other)).toBeVisible();
  const image = (await shown(other)) ?? "";
  expect((await other.request.get(image)).status()).toBe(200);
  expect((await other.request.get(image.replace(/\?.*/, ""))).status()).toBe(401);
  await other.goto("/profile");
  await expect(other.getByRole("heading", { name: "Conectare" })).toBeVisible();
});

test("straight from a night's page, a guest is four screens and two fields before the card away from the ticket", async ({
  page,
}) => {
  const count = countScreens();
  await count.asPhone(page);
  await openNight(page, roomyNight);
  await count.screen(page.getByRole("button", { name: `Adaugă unul: ${general}` }));
  await page.getByRole("button", { name: `Adaugă unul: ${general}` }).click();
  await count.press(page.locator("#bilete").getByRole("button", { name: "Fără cont", exact: true }));
  await count.screen(page.getByLabel("Nume", { exact: true }));
  expect(await page.getByText("Te rugam sa te conectezi").count(), "nobody is asked to sign in").toBe(0);
  await count.fill(page, "Email", freshEmail());
  await count.fill(page, "Nume", "Maria Fără Cont");
  await count.press(guestPays(page));
  await count.screen(page.getByLabel("Număr card"));
  expect(count.seen.fields).toBe(2);
  await fillCard(page, cards.good);
  await count.press(paysByCard(page));
  await count.screen(paidPage(page));
  await expect(ticket(page)).toBeVisible();
  console.log(`guest, straight: ${JSON.stringify(count.seen)}`);
  expect(count.seen.screens).toBe(4);
});

test("the message to sign in does not follow who goes on without an account, however long it would stay", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(401);
  await choose(page, roomyNight, { [general]: 1 });
  await payButton(page).click();
  const message = page.getByText("Te rugam sa te conectezi");
  // it stays as long as the pointer is on it, which a key does not move
  await message.hover();
  await page.getByRole("link", { name: /Continuă fără cont/ }).press("Enter");
  await expect(guestPage(page)).toBeVisible();
  expect(await message.count()).toBe(0);
});

/**
 * The fields, buttons and links of the page that the next message will lie over. The page itself looks, in the frame that
 * shows the message, since it goes after four seconds.
 */
async function lookUnderToast(page: Page): Promise<string[]> {
  const found = await page.waitForFunction(() => {
    const at = document.querySelector(".toast")?.getBoundingClientRect();
    // the page that opens has the old one's place for a moment
    if (!at || scrollY > 0) return null;
    const under = [...document.querySelectorAll("main :is(input, button, a)")].filter((control) => {
      const box = control.getBoundingClientRect();
      const isBeside = box.x >= at.right || box.right <= at.x;
      const isAboveOrBelow = box.y >= at.bottom || box.bottom <= at.y;
      return box.width > 0 && !isBeside && !isAboveOrBelow;
    });
    return under.map((control) => control.textContent || "a field");
  });
  return (await found.jsonValue()) ?? [];
}

test("after a code was split, the new tickets are in sight, not what stood below the old one", async ({
  page,
}) => {
  const night = await ownNight("Noaptea împărțită", { Grup: { lei: 100, entries: 3 } }, { inDays: 9 });
  // on the page after paying, which leads to the order's, and on the order's own
  for (const isOwnPage of [false, true]) {
    const email = freshEmail();
    await page.context().clearCookies();
    await choose(page, night.path, { Grup: 1 });
    await fillGuest(page, email);
    await guestPays(page).click();
    await payAndSee(page);
    if (isOwnPage) {
      await page.goto(new URL(await orderLinkTo(page, email)).pathname);
      await untilTakenOver(page);
    }
    await page.getByText("Câte un cod pentru fiecare persoană", { exact: true }).click();
    await page.getByRole("button", { name: "Fă 3 bilete din el" }).click();
    await expect(page.getByRole("heading", { name: /^3 bilete/ })).toBeInViewport();
    await expect(page.getByText("Biletul 1 din 3").first()).toBeInViewport();
  }
  // each of them is counted, though the row was there before them
  await page.getByRole("button", { name: "Biletul următor" }).click();
  await expect(page.getByText("Biletul 2 din 3").first()).toBeInViewport();
});

test("a wrong address is corrected once, and the letter to it opens nothing any more", async ({
  page,
  newPerson,
  complaints,
}) => {
  for (const status of [404, 422]) complaints.expectStatus(status);
  const right = freshEmail();
  const old = await orderLinkTo(page, await buyAsGuest(page, 1));
  const other = await newPerson();
  await test.step("who has the link cannot change the address", async () => {
    await other.goto(old);
    await expect(ticket(other)).toBeVisible();
    await expect(other.getByText("Adresa e greșită?")).toHaveCount(0);
    await expect(other.getByText(/în browserul în care ai cumpărat/)).toBeVisible();
    await expect(page.getByText(/în browserul în care ai cumpărat/)).toHaveCount(0);
    const sent = await other.request.post(old, {
      form: { intent: "correct", email: freshEmail() },
      headers: { origin: new URL(old).origin },
    });
    expect(sent.status()).toBe(404);
  });
  const group = page.locator(".code-stub, .tear-card").first();
  const before = await group.textContent();
  await page.getByText("Adresa e greșită?").click();
  await page.getByLabel("Adresa corectă").fill("nu e");
  await page.getByRole("button", { name: "Trimite", exact: true }).click();
  await expect(page.getByText("Te rugam sa introduci o adresa de email valida")).toBeVisible();
  await page.getByLabel("Adresa corectă").fill(right);
  await page.getByRole("button", { name: "Trimite", exact: true }).click();
  await expect(page.getByText(`Trimis pe ${right}`)).toBeVisible();
  await expect(page.getByText("Adresa e greșită?")).toHaveCount(0);
  expect(await group.textContent()).not.toBe(before);
  expect((await other.goto(old))?.status()).toBe(404);
  await expect(other.getByRole("heading", { name: "Linkul nu mai deschide biletele" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Intră în cont" })).toBeVisible();
  await other.goto(await orderLinkTo(page, right));
  await expect(ticket(other)).toBeVisible();
});

test("the tickets join the account of the address by the code that was sent there", async ({
  page,
  complaints,
}) => {
  for (const status of [422, 429]) complaints.expectStatus(status);
  const email = freshEmail();
  await register(page.request, email);
  await buyAsGuest(page, 1, { email });
  await page.getByRole("button", { name: "Trimite-mi codul" }).click();
  const code =
    /\b\d{6}\b/.exec((await letterTo(page.request, email, /Codul pentru biletele/)).text)?.[0] ?? "";
  await page.getByLabel("Codul din email").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Păstrează", exact: true }).click();
  await expect(page.getByText(/Codul nu e bun/)).toBeVisible();
  // a network over its limit is told so, and keeps its tickets and what it typed
  const post = /\/orders\/[^/]+\.data/;
  await page.route(post, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 429, contentType: "text/plain; charset=utf-8", body: "Prea multe cereri." })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Păstrează", exact: true }).click();
  await expect(page.getByText("Prea multe cereri.")).toBeVisible();
  await expect(page.getByRole("article", { name: /^Bilet FSC-/ }).first()).toBeVisible();
  await page.unroute(post);
  await page.getByRole("button", { name: "Trimite alt cod" }).click();
  await expect(page.getByText("Ți-am trimis deja un cod.")).toBeVisible();
  await page.getByLabel("Codul din email").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Păstrează", exact: true }).click();
  await expect(page.getByText("Biletele sunt în contul tău. Conectează-te ca să le vezi.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Parolă", { exact: true }).fill(goodPassword);
  await page.getByRole("button", { name: "Conectează-te" }).click();
  await expect(page.getByText(/FSC-\d{4}-\d{6}/).first()).toBeVisible();
});

test("a guest who closed the page gets the tickets again by the address, and the answer is the same for every address", async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(422);
  const email = await buyAsGuest(page, 1);
  await letterTo(page.request, email, /Bilet/);
  const other = await newPerson();
  await other.goto("/login");
  await other.getByRole("link", { name: "Găsește-ți biletele" }).click();
  await expect(other.getByRole("heading", { name: "Găsește-ți biletele" })).toBeVisible();
  const ask = async (address: string) => {
    await other.getByLabel("Email", { exact: true }).fill(address);
    await other.getByRole("button", { name: "Trimite-mi biletele" }).click();
  };
  await ask("maria@");
  await expect(other.getByText("Te rugam sa introduci o adresa de email valida")).toBeVisible();
  const sent = other.getByText(
    "Dacă pe această adresă sunt bilete fără cont încă valabile, le-am trimis. Cele rambursate nu se mai trimit.",
    {
      exact: true,
    },
  );
  for (const address of [freshEmail(), email]) {
    await other.goto("/orders");
    await ask(address);
    await expect(sent).toBeVisible();
  }
  await expect(async () => {
    const letters = (await (await page.request.get("/_demo/mail.json")).json()) as Letter[];
    expect(letters.filter(({ to, subject }) => to === email && /Bilet/.test(subject))).toHaveLength(2);
  }).toPass({ timeout: 20_000, intervals: [200] });
  await other.goto(await orderLinkTo(page, email));
  await expect(ticket(other)).toBeVisible();
});

test("an account without tickets is told where those are that were bought without it", async ({ page }) => {
  const email = await newCustomer(page);
  await page.goto("/profile");
  await expect(page.getByText("Niciun bilet încă.")).toBeVisible();
  await page.getByRole("link", { name: "Găsește-ți biletele" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a guest's address is shown until the payment and can be changed: back from the card page, and after giving up", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(409);
  const [wrong, wrongToo, right] = [freshEmail(), freshEmail(), freshEmail()];
  const card = page.getByLabel("Număr card");
  const address = addressOf(page);
  const goOn = guestPays(page);
  await choose(page, roomyNight, { [general]: 2 });
  const night = page.url();
  await fillGuest(page, wrong);
  await goOn.click();
  await expect(card).toBeVisible();

  await test.step("at the night's page", async () => {
    await page.goto(night);
    await expect(page.getByRole("main")).toContainText(`Biletele vin pe ${wrong}`);
    await page.getByRole("link", { name: "Schimbă adresa" }).click();
    await expect(page.getByRole("main")).toContainText(chosenTwo);
    await expect(address).toHaveValue(wrong);
    await address.fill(wrongToo);
    await goOn.click();
    await expect(card).toBeVisible();
  });
  await test.step("at the order's own page, and given up", async () => {
    await page.goto(night);
    await page.goto(
      (await page.getByRole("button", { name: "Renunță la locuri" }).getAttribute("formaction")) ?? "",
    );
    await expect(page.getByRole("main")).toContainText(`Biletele vin pe ${wrongToo}`);
    await page.getByRole("button", { name: "Renunță la locuri" }).click();
    await expect(page.getByRole("heading", { name: "Ai renunțat la locuri" })).toBeVisible();
  });
  await test.step("chosen again", async () => {
    await page.goto(night);
    await expect(page.getByText("Biletele vin pe")).toHaveCount(0);
    await numberOf(page, general).selectOption("1");
    await payButton(page).click();
    await expect(address).toHaveValue(wrongToo);
    await address.fill(right);
    await goOn.click();
  });
  await payAndSee(page);
  await expect(page.getByText(`Trimis pe ${right}`)).toBeVisible();
  await letterTo(page.request, right, /Bilet/);
  const letters = (await (await page.request.get("/_demo/mail.json")).json()) as Letter[];
  expect(letters.filter(({ to }) => to === wrong || to === wrongToo)).toEqual([]);
  await test.step("a second purchase of the night says that it is one", async () => {
    await page.goto(night);
    await numberOf(page, general).selectOption("1");
    await payButton(page).click();
    const question = page.getByText(/Ai deja o comandă plătită pentru noaptea asta: comanda \d+/);
    await expect(question).toBeVisible();
    await payButton(page).click();
    await expect(goOn).toBeVisible();
    // asked once
    await expect(question).toBeHidden();
    await goOn.click();
    await expect(card).toBeVisible();
  });
});
