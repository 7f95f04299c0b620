import type { Page } from "@playwright/test";
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
  payWith,
  register,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const payFor = (page: Page, hasScript: boolean) =>
  hasScript ? payButton(page) : page.getByRole("button", { name: "Spre plată" });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with a script" : "in a browser that runs no script", () => {
    test.use({ javaScriptEnabled });

    test("decision 42: without an account, from a night's page to the ticket in at most five screens and seven fields (decision 78)", {
      tag: javaScriptEnabled ? ["@first", "@sizes"] : "@sizes",
    }, async ({ page, context, browser, complaints }) => {
      for (const status of [404, 422]) complaints.expectStatus(status);
      const count = countScreens();
      const email = freshEmail();
      await count.asPhone(page);
      await openNight(page, "Noaptea Perseidelor");
      await count.screen(numberOf(page, "Intrare generală"));
      await numberOf(page, "Intrare generală").selectOption("2");
      count.seen.fields += 1;
      await count.press(payFor(page, javaScriptEnabled));

      const guestWay = page.getByRole("link", { name: /Continuă fără cont/ });
      await count.screen(guestWay);
      await expect(page.getByText("Te rugam sa te conectezi pentru a cumpara bilete")).toBeVisible();
      expect(await isUnderToast(page)).toEqual([]);
      await expect(guestWay).toBeInViewport({ ratio: 1 });
      await count.press(guestWay);

      await count.screen(page.getByLabel("Nume", { exact: true }));
      await expect(page.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(/Alegerea ta.*2 × Intrare generală/s);
      // what is wrong is said, and what was typed stays
      await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
      await page.getByLabel("Email", { exact: true }).fill("maria@");
      await page.getByRole("button", { name: /^Continuă la plată/ }).click();
      await expect(page.getByText("Te rugam sa introduci o adresa de email valida")).toBeVisible();
      await expect(page.getByLabel("Nume", { exact: true })).toHaveValue("Maria Fără Cont");
      await count.fill(page, "Email", email);
      await count.fill(page, "Nume", "Maria Fără Cont");
      await count.press(page.getByRole("button", { name: /^Continuă la plată/ }));

      await count.screen(page.getByLabel("Număr card"));
      await fillCard(page, cards.good);
      count.seen.fields += 4;
      await count.press(page.getByRole("button", { name: /^Plătește/ }));

      await count.screen(page.getByRole("heading", { name: "Plata Reusita!" }));
      await expect(page.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
      await expect(page.getByText(`Trimis pe ${email}`)).toBeVisible();
      const qr = await page.request.get(
        (await page.getByRole("img", { name: /FSC-/ }).first().getAttribute("src")) ?? "",
      );
      expect(qr.status()).toBe(200);
      console.log(`guest, ${javaScriptEnabled ? "with" : "without"} script: ${JSON.stringify(count.seen)}`);
      expect(count.seen.screens).toBeLessThanOrEqual(5);
      expect(count.seen.fields).toBeLessThanOrEqual(7);

      // the guest has no account, and a person without this browser only what the letter's link opens
      await page.goto("/profile");
      await expect(page.getByRole("heading", { name: "Conectare" })).toBeVisible();
      const link = linkOf(await letterTo(page.request, email, /Bilet/));
      const elsewhere = await browser.newContext({ javaScriptEnabled });
      const other = await elsewhere.newPage();
      expect((await other.goto(link.replace(/token=.*/, "token=")))?.status()).toBe(404);
      expect((await other.goto(link.replace(/token=../, "token=zz")))?.status()).toBe(404);
      await other.goto(link);
      await expect(other.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
      const image = (await other.getByRole("img", { name: /FSC-/ }).first().getAttribute("src")) ?? "";
      expect((await other.request.get(image)).status()).toBe(200);
      expect((await other.request.get(image.replace(/\?.*/, ""))).status()).toBe(401);
      await other.goto("/profile");
      await expect(other.getByRole("heading", { name: "Conectare" })).toBeVisible();
      await elsewhere.close();
      await context.clearCookies();
    });
  });

/**
 * The fields, buttons and links of the page that the message lies over. All boxes are read at once, in the moment the
 * message is there: it goes after four seconds.
 */
async function isUnderToast(page: Page): Promise<string[]> {
  const toast = page.locator(".toast").first();
  return toast.evaluate((message) => {
    const at = message.getBoundingClientRect();
    const controls = [...document.querySelectorAll("main :is(input, button, a)")];
    return controls
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const isBeside = box.x >= at.right || box.right <= at.x;
        const isAboveOrBelow = box.y >= at.bottom || box.bottom <= at.y;
        return box.width > 0 && !isBeside && !isAboveOrBelow;
      })
      .map((control) => control.textContent || "a field");
  });
}

/** The link to the order in a letter. */
function linkOf(letter: Awaited<ReturnType<typeof letterTo>>): string {
  const link = letter.text.match(/https?:\/\/\S+\/orders\/\S+/)?.[0];
  if (!link) throw new Error(`no link to an order in ${letter.text}`);
  return link;
}

async function buy(page: Page, email: string): Promise<void> {
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("1");
  await payFor(page, true).click();
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(page.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  await page.getByRole("button", { name: /^Continuă la plată/ }).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
}

test("decision 65: a wrong address is corrected once, and the letter to it opens nothing any more", async ({
  page,
  browser,
  complaints,
}) => {
  for (const status of [404, 422]) complaints.expectStatus(status);
  const [wrong, right] = [freshEmail(), freshEmail()];
  await buy(page, wrong);
  const old = linkOf(await letterTo(page.request, wrong, /Bilet/));
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await test.step("who has the link cannot change the address", async () => {
    await other.goto(old);
    await expect(other.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
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
  await other.goto(linkOf(await letterTo(page.request, right, /Bilet/)));
  await expect(other.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
  await stranger.close();
});

test("decision 65: the tickets join the account of the address by the code that was sent there", async ({
  page,
  complaints,
}) => {
  for (const status of [422, 429]) complaints.expectStatus(status);
  const email = freshEmail();
  await register(page.request, email);
  await buy(page, email);
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

test("a guest who closed the page gets the tickets again by the address, and the answer is the same for every address", {
  tag: "@sizes",
}, async ({ page, browser, complaints }) => {
  complaints.expectStatus(422);
  const email = freshEmail();
  await buy(page, email);
  await letterTo(page.request, email, /Bilet/);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto("/login");
  await other.getByRole("link", { name: "Găsește-ți biletele" }).click();
  await expect(other.getByRole("heading", { name: "Găsește-ți biletele" })).toBeVisible();
  const ask = async (address: string) => {
    await other.getByLabel("Email", { exact: true }).fill(address);
    await other.getByRole("button", { name: "Trimite-mi biletele" }).click();
  };
  await ask("maria@");
  await expect(other.getByText("Te rugam sa introduci o adresa de email valida")).toBeVisible();
  const sent = other.getByText("Dacă există comenzi fără cont pe această adresă, am trimis biletele.", {
    exact: true,
  });
  for (const address of [freshEmail(), email]) {
    await other.goto("/orders");
    await ask(address);
    await expect(sent).toBeVisible();
  }
  await expect(async () => {
    const letters = (await (await page.request.get("/_demo/mail.json")).json()) as Letter[];
    expect(letters.filter(({ to, subject }) => to === email && /Bilet/.test(subject))).toHaveLength(2);
  }).toPass({ timeout: 20_000, intervals: [200] });
  await other.goto(linkOf(await letterTo(page.request, email, /Bilet/)));
  await expect(other.getByText(/^FSC-\d{4}-\d{6}$/).first()).toBeVisible();
  await elsewhere.close();
});

test("an account without tickets is told where those are that were bought without it", async ({ page }) => {
  const email = await newCustomer(page);
  await page.goto("/profile");
  await expect(page.getByText("Niciun bilet încă.")).toBeVisible();
  await page.getByRole("link", { name: "Găsește-ți biletele" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a guest's address is shown until the payment and can be changed: back from the card page, and after giving up", {
  tag: "@sizes",
}, async ({ page }) => {
  const [wrong, wrongToo, right] = [freshEmail(), freshEmail(), freshEmail()];
  const card = page.getByLabel("Număr card");
  const address = page.getByLabel("Email", { exact: true });
  const goOn = page.getByRole("button", { name: /^Continuă la plată/ });
  await openNight(page, "Noaptea Perseidelor");
  const night = page.url();
  await numberOf(page, "Intrare generală").selectOption("2");
  await payFor(page, true).click();
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(page.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
  await address.fill(wrong);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  await goOn.click();
  await expect(card).toBeVisible();

  await test.step("at the night's page", async () => {
    await page.goto(night);
    await expect(page.getByRole("main")).toContainText(`Biletele vin pe ${wrong}`);
    await page.getByRole("link", { name: "Schimbă adresa" }).click();
    await expect(page.getByRole("main")).toContainText(/Alegerea ta.*2 × Intrare generală/s);
    await expect(address).toHaveValue(wrong);
    await address.fill(wrongToo);
    await goOn.click();
    await expect(card).toBeVisible();
  });
  await test.step("at the order's own page, and given up", async () => {
    await page.goto(night);
    await page.goto(
      (
        await page
          .getByRole("link", { name: /^Continuă plata/ })
          .first()
          .getAttribute("href")
      )?.replace("/pay", "") ?? "",
    );
    await expect(page.getByRole("main")).toContainText(`Biletele vin pe ${wrongToo}`);
    await page.getByRole("button", { name: "Renunță la locuri" }).click();
    await expect(page.getByRole("heading", { name: "Ai renunțat la locuri" })).toBeVisible();
  });
  await test.step("chosen again", async () => {
    await page.goto(night);
    await expect(page.getByText("Biletele vin pe")).toHaveCount(0);
    await numberOf(page, "Intrare generală").selectOption("1");
    await payFor(page, true).click();
    await expect(address).toHaveValue(wrongToo);
    await address.fill(right);
    await goOn.click();
  });
  await payWith(page, cards.good);
  await expect(page.getByText(`Trimis pe ${right}`)).toBeVisible();
  await letterTo(page.request, right, /Bilet/);
  const letters = (await (await page.request.get("/_demo/mail.json")).json()) as Letter[];
  expect(letters.filter(({ to }) => to === wrong || to === wrongToo)).toEqual([]);
  await test.step("a second purchase of the night says that it is one", async () => {
    await page.goto(night);
    await numberOf(page, "Intrare generală").selectOption("1");
    await payFor(page, true).click();
    await expect(page.getByText(/Ai deja o comandă plătită pentru noaptea asta: comanda \d+/)).toBeVisible();
    await goOn.click();
    await expect(card).toBeVisible();
  });
});
