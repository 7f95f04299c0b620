import {
  demoLogins,
  fillLogin,
  freshEmail,
  goodPassword,
  letterTo,
  linkIn,
  newCustomer,
  register,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("the link of the email, opened on another device, needs the password of the sign-up or all fields again", async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(401);
  complaints.expectStatus(422);
  const email = freshEmail();
  await page.request.post("/auth/v1/signup", { data: { email, password: goodPassword } });
  await page.goto(linkIn(await letterTo(page.request, email, /confirm/i), "/confirm"));
  await expect(page.getByText(email)).toBeVisible();
  const password = page.getByLabel("Parola aleasă la înregistrare", { exact: true });
  await password.fill("nu e asta");
  await page.getByRole("button", { name: "Confirmă și intră în cont" }).click();
  await expect(
    page.getByText("Nu este parola aleasă la înregistrarea din care vine acest email."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Alege altă parolă" }).click();
  await expect(page.getByRole("heading", { name: "Contul tău, de la capăt" })).toBeVisible();
  await page.getByRole("button", { name: "Salvează și intră în cont" }).click();
  await expect(page.getByText("Numele complet este obligatoriu")).toBeVisible();
  await expect(page.getByLabel("Nume complet")).toBeFocused();
  await page.getByRole("button", { name: "Am parola de la înregistrare" }).click();
  await password.fill(goodPassword);
  await page.getByRole("button", { name: "Confirmă și intră în cont" }).click();
  await says(page, "Adresa e confirmată. Ești în cont.");
  await expect(page).toHaveURL("/");

  const other = freshEmail();
  await page.request.post("/auth/v1/signup", { data: { email: other, password: "parola altcuiva" } });
  // a page that hides its address works without a script, too
  const plain = await newPerson({ javaScriptEnabled: false });
  await plain.goto(linkIn(await letterTo(page.request, other, /confirm/i), "/confirm"));
  await plain.getByRole("button", { name: "Alege altă parolă" }).click();
  await plain.getByLabel("Nume complet").fill("Ana Proprietara");
  await plain.getByLabel("Telefon").fill("0722 000 111");
  await plain.getByLabel("Parola nouă", { exact: true }).fill(goodPassword);
  await plain.getByLabel("Confirmă parola", { exact: true }).fill(goodPassword);
  await plain.getByRole("button", { name: "Salvează și intră în cont" }).click();
  await plain.goto("/profile");
  await expect(plain.getByRole("heading", { name: "Ana Proprietara" }).first()).toBeVisible();
});

test("A1-20 A8-01 A8-02 A8-04 A8-05 A8-06 A17-31 A17-32: the login shows the password, offers a reset and comes back", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(401);
  complaints.expectStatus(503);
  await page.goto("/login");
  const password = page.getByLabel("Parolă", { exact: true });
  await password.fill("nu e asta");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Arată: Parolă" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await fillLogin(page, demoLogins.subscriber.email, "nu e asta");
  await expect(
    page.getByText("Email sau parola invalida. Incearca din nou sau reseteaza parola."),
  ).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(demoLogins.subscriber.email);

  // no answer at all: the entered text stays
  await page.route("**/auth/session/login", (route) => route.fulfill({ status: 503, body: "ocupat" }));
  await fillLogin(page, demoLogins.subscriber.email, "nu e asta");
  await expect(page.getByText("Autentificare esuata")).toBeVisible();
  await expect(password).toHaveValue("nu e asta");

  await page.getByRole("link", { name: "Ai uitat parola?" }).click();
  await page.getByRole("link", { name: "Înapoi la conectare" }).click();
  await expect(page.getByRole("heading", { name: "Conectare" })).toBeVisible();
  await page.getByRole("link", { name: "Ai uitat parola?" }).click();
  await expect(page.getByRole("heading", { name: "Resetează parola" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("nimeni@exemplu.example");
  await page.getByRole("button", { name: "Trimite linkul" }).click();
  await says(page, "Instructiunile de resetare a parolei au fost trimise pe email.");
  // within a minute no second email would be sent
  await expect(page.getByText(/^Nu a venit\? .* Poți cere altul peste 0:\d\d\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Trimite din nou" })).toBeDisabled();
});

test("A8-07 A8-08: the demo account fills itself in", async ({ page }) => {
  await page.goto("/login");
  await page.getByText("Date demo de administrator").click();
  await page.getByRole("button", { name: "Completează automat: administrator" }).click();
  await page.getByRole("button", { name: "Conectează-te" }).click();
  await says(page, "Autentificare reusita!");
});

test("a logout in one tab is seen in the other, and so is a login", async ({ page, context }) => {
  await newCustomer(page);
  const other = await context.newPage();
  await other.goto("/profile");
  await expect(other.getByRole("button", { name: "Deconectare" })).toBeVisible();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Deconectare" }).click();
  await expect(other).toHaveURL(/\/login/);
  const email = freshEmail();
  await register(page.request, email);
  await page.goto("/events");
  await fillLogin(other, email, goodPassword);
  await expect(other).toHaveURL("/profile");
  await expect(page.locator('a[href="/profile"]').first()).toBeAttached();
});
