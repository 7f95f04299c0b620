import { addDays, dayOf } from "#kernel/time.ts";
import { addType, publishNight } from "#test/support/staff-steps.ts";
import {
  cards,
  demoLogins,
  logIn,
  newCustomer,
  numberOf,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

// desktop size; on a phone the same screens are cards
test.use({ viewport: { width: 1280, height: 900 } });

const administrator = { email: "admin@fosfor.example", password: "far-pe-dig-27" };

const openOffice = async (page: import("@playwright/test").Page, path: string) => {
  await logIn(page, administrator.email, administrator.password);
  await page.goto(path);
};

test("B1-18 B1-19 B1-20 B1-21 B1-22 B1-23 B1-24 B1-25 B1-26 B1-27 B1-28 B1-29 B1-32 B15-14: the frame names its screens and the signed-in person, and folds to 80 px", async ({
  page,
}) => {
  await openOffice(page, "/admin/events");
  const side = page.getByRole("navigation", { name: "Administrare" });
  for (const [name, to] of [
    ["Dashboard", "/admin"],
    ["Evenimente", "/admin/events"],
    ["Bilete", "/admin/tickets"],
    ["Bilete Speciale", "/admin/abonamente"],
    ["Achizitii", "/admin/purchases"],
    ["Artisti", "/admin/artists"],
    ["Rapoarte", "/admin/reports"],
    ["Continut Site", "/admin/content"],
    ["Setari Email", "/admin/email"],
  ] as const)
    await expect(side.getByRole("link", { name, exact: true })).toHaveAttribute("href", to);
  await expect(page.getByText("Admin Dashboard", { exact: true })).toBeVisible();
  await expect(page.locator("summary", { hasText: "Admin User" })).toBeVisible();
  await expect(side).toHaveCSS("width", "250px");
  await side.getByRole("button", { name: "Restrânge meniul" }).click();
  await expect(side).toHaveCSS("width", "80px");
  await page.reload();
  await expect(side).toHaveCSS("width", "80px");
  await side.getByRole("button", { name: "Lărgește meniul" }).click();
  await side.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
});

test("B3-03 B3-08 B4-03 B5-03 B5-16 B6-02 B14-38 B14-41 B14-44: a night built from nothing is bought by a customer", async ({
  page,
}) => {
  await openOffice(page, "/admin/artists/new");
  await page.getByLabel("Nume").fill("Sirena de Probă");
  await page.getByLabel("Biografie").fill("Cântă sub apă.");
  await page.getByRole("button", { name: "Salvează artistul" }).click();
  await expect(page.getByText("Artist created successfully")).toBeVisible();

  await page.goto("/admin/events/new");
  await page.getByLabel("Nume").fill("Noaptea Probei");
  await page.getByRole("textbox", { name: "Titlu" }).fill("Noaptea Probei");
  await page.getByLabel("Descriere").fill("Făcută de la zero.");
  await page.getByLabel(/^Data/).fill(addDays(dayOf(new Date()), 20));
  await page.getByLabel(/^Ora/).fill("21:30");
  await page.getByLabel("Loc", { exact: false }).first().fill("Digul de sud");
  await page.getByLabel("Capacitate").fill("50");
  await page.getByRole("searchbox", { name: "Adaugă artist" }).fill("proba sirena");
  await page.getByRole("button", { name: "Sirena de Probă" }).click();
  await expect(page.getByRole("button", { name: "Scoate Sirena de Probă" })).toBeVisible();
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  await expect(page.getByText("Event created successfully")).toBeVisible();
  await expect(page).toHaveURL("/admin/events");
  await publishNight(page, "Noaptea Probei");
  await expect(page.getByText("Evenimentul a fost publicat.")).toBeVisible();

  await page.goto("/admin/tickets/new");
  const nights = page.getByLabel("Evenimente", { exact: true });
  await expect(nights).toHaveAttribute("size", "4");
  await nights.selectOption({ label: await labelOf(nights, "Noaptea Probei") });
  await page.getByLabel("Tip").fill("Intrare de probă");
  await page.getByLabel("Preț").first().fill("42");
  await page.getByLabel("Rămase de vânzare").fill("5");
  await page.getByRole("button", { name: "Salvează biletul" }).click();
  await expect(page.getByText("Bilet creat cu succes")).toBeVisible();

  await page.context().clearCookies();
  await newCustomer(page);
  await page.goto("/events");
  await page.getByRole("link", { name: "Noaptea Probei" }).first().click();
  await expect(page.getByText("Sirena de Probă").first()).toBeVisible();
  await numberOf(page, "Intrare de probă").selectOption("1");
  await payButton(page).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("article", { name: /^Bilet FSC-/ })).toBeVisible();
});

async function labelOf(select: import("@playwright/test").Locator, name: string): Promise<string> {
  const label = await select.locator("option", { hasText: name }).first().textContent();
  return label ?? "";
}

for (const [size, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["desk", { width: 1280, height: 900 }],
] as const)
  test(`B3-09 B14-39: of two editors at a ${size} the second chooses field by field, and nothing is lost`, async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expectStatus(409);
    await page.setViewportSize(viewport);
    await openOffice(page, "/admin/events?q=Concert");
    await page.getByRole("link", { name: "Concert pe Dig", exact: true }).click();
    await page.getByLabel("Descriere").fill(`Scris la un ${size}.`);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "Titlu" }).fill(`Concert pe Dig, editat la un ${size}`);
    await other.getByRole("button", { name: "Salvează evenimentul" }).click();
    await expect(other.getByText("Event updated successfully")).toBeVisible();
    await other.close();
    await page.getByRole("button", { name: "Salvează evenimentul" }).click();
    const choice = page.getByRole("form", { name: "Evenimentul s-a schimbat între timp" });
    await expect(choice.getByRole("radio", { name: /^Titlu, Versiunea salvată/ })).toBeChecked();
    await expect(choice.getByRole("radio", { name: /^Descriere, Versiunea ta/ })).toBeChecked();
    await expect(page.getByLabel("Descriere", { exact: false }).last()).toHaveValue(`Scris la un ${size}.`);
    await choice.getByRole("button", { name: "Salvează alegerile" }).click();
    await expect(page.getByText("Event updated successfully")).toBeVisible();
    await page.getByRole("link", { name: "Concert pe Dig", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Titlu" })).toHaveValue(
      `Concert pe Dig, editat la un ${size}`,
    );
    await expect(page.getByLabel("Descriere", { exact: false }).first()).toHaveValue(`Scris la un ${size}.`);
    await page.getByRole("link", { name: "Renunță" }).click();
    await expect(page).toHaveURL("/admin/events");
  });

test("B5-07 B5-08 B5-10 B5-11 B4-06 B4-07 B6-03 B6-04: switches act at once and confirm it", {
  tag: ["@first", "@sizes"],
}, async ({ page }) => {
  await openOffice(page, "/admin/tickets?q=Terasa");
  const first = page.getByRole("row").nth(1);
  for (const [name, text] of [
    [/vizibil$/, "Bilet marcat ca ascuns"],
    [/vizibil$/, "Bilet marcat ca vizibil"],
    [/folosit$/, "Bilet marcat ca folosit"],
    [/folosit$/, "Bilet marcat ca disponibil"],
  ] as const) {
    await first.getByRole("switch", { name }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.goto("/admin/artists?q=Lotca");
  const featured = page.getByRole("switch", { name: "Lotca în față" });
  await featured.click();
  await expect(page.getByText("Artist no longer featured")).toBeVisible();
  await featured.click();
  await expect(page.getByText("Artist now featured")).toBeVisible();
  await page.goto("/admin/abonamente");
  await expect(page.getByRole("table", { name: "Bilete Speciale" })).toBeVisible();
  const quick = page.getByRole("switch", { name: "Cumpărare rapidă cu Couple Ticket" });
  await quick.click();
  await expect(quick).toBeChecked();
  await expect(page.getByText("Cumpărare rapidă: Couple Ticket")).toBeVisible();
  // restored for the next test
  const asItWas = page.getByRole("switch", { name: "Cumpărare rapidă cu All Season Pass" });
  await asItWas.click();
  await expect(asItWas).toBeChecked();
  await expect(quick).not.toBeChecked();
});

test("B3-14 B4-10 B5-20 B5-21 B6-11 B14-03 B14-43: deleting asks first, in the words of the specification", async ({
  page,
}) => {
  await openOffice(page, "/admin/events?q=Ultimul");
  await page.getByRole("link", { name: "Șterge Ultimul Val" }).click();
  await expect(
    page.getByRole("dialog", { name: "Are you sure you want to delete this event?" }),
  ).toContainText("Șterge");
  await page.goto("/admin/events?q=Luna");
  await page.getByRole("link", { name: "Șterge Luna Plină" }).click();
  const ordered = page.getByRole("dialog", { name: "„Luna Plină” are comenzi și nu se șterge" });
  await expect(ordered).toContainText("biletele plătite rămân valabile");
  await expect(ordered.getByRole("button", { name: "Șterge" })).toHaveCount(0);
  await page.goto("/admin/tickets?q=Recif");
  await page.getByRole("link", { name: "Șterge Recif" }).first().click();
  await expect(
    page.getByRole("dialog", {
      name: "Are you sure you want to delete this ticket? All its purchase records will also be deleted.",
    }),
  ).toBeVisible();
  await page.goto("/admin/tickets?q=generală Ultima");
  await page.getByRole("link", { name: "Șterge Intrare generală" }).first().click();
  await expect(page.getByRole("dialog", { name: "Arhivezi „Intrare generală”?" })).toContainText(
    "Achizițiile plătite rămân în arhivă și biletele lor rămân valabile.",
  );
  await addType(page, "/admin/abonamente/new", { night: "Concert", name: "De Probă", price: "9", left: "1" });
  await page.goto("/admin/abonamente?q=De Probă");
  await page.getByRole("link", { name: "Șterge De Probă" }).click();
  await expect(page.getByRole("dialog", { name: "Sigur doriți să ștergeți acest abonament?" })).toBeVisible();
  await page.goto("/admin/artists/new");
  await page.getByLabel("Nume").fill("De Șters");
  await page.getByLabel("Biografie").fill("Pleacă.");
  await page.getByRole("button", { name: "Salvează artistul" }).click();
  await page.getByRole("link", { name: "Șterge De Șters" }).click();
  await expect(
    page.getByRole("dialog", { name: "Are you sure you want to delete this artist?" }),
  ).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Șterge" }).click();
  await expect(page.getByText("Artist deleted successfully")).toBeVisible();
});

test("B1-15 B1-16: a customer is refused with a message; the demo's flag opens an empty shell without a request", async ({
  page,
}) => {
  await logIn(page, demoLogins.customer.email, demoLogins.customer.password);
  await page.goto("/admin/events");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Access denied: Admin privileges required")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/");
  await page.evaluate(() => sessionStorage.setItem("secretAdminAccess", "true"));
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Admin", exact: true }).first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => {
    type Router = { navigate(to: string): Promise<void> };
    void (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(
      "/admin/events",
    );
  });
  await expect(page.getByRole("heading", { name: "Aici nu e nimic, și așa trebuie" })).toBeVisible();
  expect(asked.filter((path) => path.endsWith(".data"))).toEqual([]);
  await page.getByRole("button", { name: "Stinge semnul și pleacă" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/admin/events");
  await expect(page).toHaveURL(/\/login/);
});

test("B1-30: the search of the top bar finds nights, artists and tickets", async ({ page }) => {
  await openOffice(page, "/admin/events");
  // the key works a moment after the page is taken over
  const field = page.getByLabel("Caută evenimente, bilete, achiziții, persoane");
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("luna");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Căutare" })).toBeVisible();
  await page.getByRole("link", { name: "Luna Plină" }).first().click();
  await expect(page.getByRole("heading", { name: "Luna Plină", level: 1 })).toBeVisible();
});
