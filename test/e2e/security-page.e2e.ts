import { ownSite } from "#test/support/own-site.ts";
import { fillLogin, goodPassword, letterTo, linkIn, logIn, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

/** The same site under a host name that passkeys can belong to; an IP address cannot. */
const byName = () => (ownSite()?.origin ?? "").replace("127.0.0.1", "localhost");

test("devices are seen and signed out, address and password changed after the password", async ({
  page,
  newPerson,
  complaints,
}) => {
  for (const status of [403, 422]) complaints.expectStatus(status);
  const email = await newCustomer(page);
  const other = await newPerson();
  await logIn(other, email);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Securitate" }).click();
  await expect(page.getByText("2 dispozitive conectate")).toBeVisible();
  await page.getByRole("button", { name: /^Deconectează Chrome/ }).click();
  await says(page, "Dispozitivul a fost deconectat.");
  await other.goto("/profile");
  await expect(other).toHaveURL(/\/login/);

  await page.getByRole("link", { name: "Schimbă emailul" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Emailul nou").fill(`nou-${email}`);
  await dialog.getByLabel("Parola de acum", { exact: true }).fill("nu e asta");
  await dialog.getByRole("button", { name: "Schimbă emailul" }).click();
  await expect(dialog.getByText("Parola nu este corectă")).toBeVisible();
  await expect(dialog.getByLabel("Emailul nou")).toHaveValue(`nou-${email}`);
  await dialog.getByLabel("Parola de acum", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Schimbă emailul" }).click();
  await says(page, "Ți-am trimis un link la adresa nouă.");
  await letterTo(page.request, email, /Cerere de schimbare/);
  await page.goto(linkIn(await letterTo(page.request, `nou-${email}`, /noua adresă/), "/confirm"));
  await page.getByRole("button", { name: "Schimbă adresa contului" }).click();
  await expect(page.getByRole("heading", { name: "Adresa e confirmată." })).toBeVisible();

  // the password was entered a moment ago, so it is not needed again
  await page.goto("/profile/security");
  await expect(page.getByText(`nou-${email}`).first()).toBeVisible();
  await page.getByRole("link", { name: "Schimbă parola" }).click();
  await expect(dialog.getByLabel("Parola de acum", { exact: true })).toHaveCount(0);
  await expect(page.locator("dialog:modal")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/profile/security");
  await page.getByRole("link", { name: "Schimbă parola" }).click();
  await dialog.getByLabel("Parola nouă", { exact: true }).fill("pescăruși la răsărit");
  await dialog.getByLabel("Confirmă parola", { exact: true }).fill("altfel");
  await dialog.getByRole("button", { name: "Schimbă parola" }).click();
  await expect(dialog.getByText("Parolele nu corespund")).toBeVisible();
  await dialog.getByLabel("Parola nouă", { exact: true }).fill("pescăruși la răsărit");
  await dialog.getByLabel("Confirmă parola", { exact: true }).fill("pescăruși la răsărit");
  await dialog.getByRole("button", { name: "Schimbă parola" }).click();
  await says(page, "Parola a fost schimbată, iar");
});

test("a passkey of the device is added, signs in, confirms, and is removed", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectStatus(403);
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await newCustomer(page);
  const site = byName();
  await page.goto(`${site}/login`);
  await fillLogin(page, email, goodPassword);
  await says(page, "Autentificare reusita!");

  await page.goto(`${site}/profile/security`);
  await page.getByRole("button", { name: "Adaugă o cheie" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Adaugi o cheie de acces la cont.")).toBeVisible();
  await dialog.getByLabel("Parola ta", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Confirmă cu parola" }).click();
  await says(page, "Cheia de acces a fost adăugată.");
  await expect(page.getByText("încă nefolosită", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Deconectare" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/profile"));
  await page.goto(`${site}/login?next=/profile/security`);
  await page.getByRole("button", { name: "Intră cu o cheie de acces" }).click();
  await expect(page).toHaveURL(`${site}/profile/security`);
  await expect(page.getByText("folosită pe", { exact: false })).toBeVisible();

  // a session that was opened with a passkey has not entered the password: the passkey may replace it
  await page.getByRole("button", { name: "Adaugă o cheie" }).click();
  await dialog.getByRole("button", { name: "Folosește cheia de acces" }).click();
  await expect(dialog).toHaveCount(0);
  await says(page, "Nu s-a adăugat nicio cheie.");

  await page.getByRole("button", { name: /^Șterge cheia/ }).click();
  await says(page, "Cheia de acces a fost ștearsă.");
  // the owner of the account gets an email about both
  await letterTo(page.request, email, /O cheie de acces nouă/);
  await letterTo(page.request, email, /cheie de acces a fost ștearsă/);
});

test("a person downloads their data and erases the account", async ({ page, complaints }) => {
  for (const status of [401, 422]) complaints.expectStatus(status);
  const email = await newCustomer(page);
  await page.goto("/profile/security");
  const json = await (await page.request.get("/profile/data/json")).json();
  expect(json.profile[0]).toMatchObject({ email, full_name: "Ștefan Vizitator", phone: "0722 000 111" });
  expect(json.sessions).toHaveLength(1);
  expect(await (await page.request.get("/profile/data/csv")).text()).toContain(
    `"profile","1","email","${email}"`,
  );

  await page.getByRole("link", { name: "Șterge contul" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Parola de acum", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Șterge definitiv" }).click();
  await expect(dialog.getByText("Bifează că ai înțeles.")).toBeVisible();
  await dialog.getByLabel("Înțeleg că ștergerea este definitivă").check();
  await dialog.getByRole("button", { name: "Șterge definitiv" }).click();
  await says(page, "Contul a fost șters. Rămas bun.");
  await page.goto("/login");
  await fillLogin(page, email, goodPassword);
  await expect(page.getByText("Email sau parola invalida.", { exact: false })).toBeVisible();
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the password is required and nothing typed is lost", async ({ page, complaints }) => {
    complaints.expectStatus(403);
    const email = await newCustomer(page);
    await page.goto("/profile/security?ask=email");
    await page.getByLabel("Emailul nou").fill(`alt-${email}`);
    await page.getByLabel("Parola de acum", { exact: true }).fill("nu e asta");
    await page.getByRole("button", { name: "Schimbă emailul" }).click();
    await expect(page.getByText("Parola nu este corectă")).toBeVisible();
    await expect(page.getByLabel("Emailul nou")).toHaveValue(`alt-${email}`);
    await page.getByLabel("Parola de acum", { exact: true }).fill(goodPassword);
    await page.getByRole("button", { name: "Schimbă emailul" }).click();
    await expect(page.getByText("Ți-am trimis un link la adresa nouă.", { exact: false })).toBeVisible();
  });
});

test("A14-05: the session is not renewed while the tab is hidden, and at once when it is visible again", async ({
  page,
}) => {
  await newCustomer(page);
  const refreshed: string[] = [];
  const ending = () => ({
    user: { id: "u", email: "e", role: "authenticated", app_metadata: { role: "user" }, user_metadata: {} },
    expires_at: Date.now() / 1000 + 3600,
  });
  await page.clock.install();
  await page.route("**/auth/session", (route) =>
    route.fulfill({ json: { ...ending(), expires_at: Date.now() / 1000 + 60 } }),
  );
  await page.route("**/auth/session/refresh", (route) => {
    refreshed.push(route.request().method());
    return route.fulfill({ json: ending() });
  });
  const show = (state: "hidden" | "visible") =>
    page.evaluate((shown) => {
      Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const checked = page.waitForResponse("**/auth/session");
  await page.goto("/events");
  await checked;
  await show("hidden");
  await page.keyboard.press("Shift");
  await page.clock.runFor(45_000);
  expect(refreshed).toEqual([]);
  // the answer may be read after the key was pressed: then the page was not used since
  await expect(async () => {
    await page.keyboard.press("Shift");
    await show("visible");
    expect(refreshed).toEqual(["POST"]);
  }).toPass();
});
