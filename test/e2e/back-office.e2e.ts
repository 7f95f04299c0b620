import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { addType, openNightForm } from "#test/support/staff-steps.ts";
import { demoLogins, freshName, logIn, newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const openOffice = async (page: Page, path: string) => {
  await newAdministrator(page);
  await page.goto(path);
};

test("B3-09 B14-39: of two editors the second chooses field by field, and nothing is lost", {
  tag: "@first",
}, async ({ page, context, complaints }) => {
  complaints.expectStatus(409);
  const { title } = await ownNight("Noapte cu doi editori");
  const edited = freshName("Titlu nou");
  await newAdministrator(page);
  await openNightForm(page, title);
  await page.getByLabel("Descriere").fill("Scris de al doilea.");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Titlu" }).fill(edited);
  await other.getByRole("button", { name: "Salvează evenimentul" }).click();
  await says(other, "Event updated successfully");
  await other.close();
  await page.getByRole("button", { name: "Salvează evenimentul" }).click();
  const choice = page.getByRole("form", { name: "Evenimentul s-a schimbat între timp" });
  await expect(choice.getByRole("radio", { name: /^Titlu, Versiunea salvată/ })).toBeChecked();
  await expect(choice.getByRole("radio", { name: /^Descriere, Versiunea ta/ })).toBeChecked();
  await expect(page.getByLabel("Descriere", { exact: false }).last()).toHaveValue("Scris de al doilea.");
  await choice.getByRole("button", { name: "Salvează alegerile" }).click();
  await says(page, "Event updated successfully");
  await page.goto(`/admin/events?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Titlu" })).toHaveValue(edited);
  await expect(page.getByLabel("Descriere", { exact: false }).first()).toHaveValue("Scris de al doilea.");
  await page.getByRole("link", { name: "Renunță" }).click();
  await expect(page).toHaveURL("/admin/events");
});

test("on a phone the lists sort, filter, and take several rows at once", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOffice(page, "/admin/tickets");
  const sort = page.getByRole("link", { name: "Preț" });
  await expect(sort).toBeInViewport();
  await sort.click();
  await expect(page).toHaveURL(/sort=price/);

  await page.goto("/admin/events");
  await page.getByLabel("Când").selectOption({ label: "Viitoare" });
  await expect(page).toHaveURL(/when=coming/);
  const box = page.getByRole("checkbox", { name: /^Alege (?!toate)/ }).first();
  await box.check();
  const act = page.getByRole("button", { name: "Fă disponibile" });
  await expect(act).toBeInViewport({ ratio: 1 });
  // the bar follows to where the last rows are
  await page.mouse.wheel(0, 3_000);
  await expect(act).toBeInViewport({ ratio: 1 });
  await act.click();
  await expect(box).not.toBeChecked();
  await expect(act).toBeHidden();

  // on an artist's card the two acts stand side by side, whatever stands before them
  await page.goto("/admin/artists");
  const card = page.getByRole("article").first();
  const [edit, remove] = [
    card.getByRole("link", { name: /^Editează/ }),
    card.getByRole("link", { name: /^Șterge/ }),
  ];
  expect((await remove.boundingBox())?.y).toBe((await edit.boundingBox())?.y);
});

// on a phone the same screens are cards, and the menus are folded
test.describe("at a desk", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("B1-18 B1-19 B1-20 B1-21 B1-22 B1-23 B1-24 B1-25 B1-26 B1-27 B1-28 B1-29 B1-32 B15-14: the frame names its screens and the signed-in person, and folds to 80 px", async ({
    page,
  }) => {
    await logIn(page, demoLogins.admin.email, demoLogins.admin.password);
    await page.goto("/admin/events");
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

  test("B5-07 B5-08 B5-10 B5-11 B4-06 B4-07 B6-03 B6-04: switches act at once and confirm it", async ({
    page,
  }) => {
    const type = freshName("Intrare de comutat");
    await ownNight("Noapte cu comutatoare", { [type]: 40 });
    await openOffice(page, `/admin/tickets?q=${encodeURIComponent(type)}`);
    const first = page.getByRole("row").nth(1);
    for (const [name, text] of [
      [/vizibil$/, "Bilet marcat ca ascuns"],
      [/vizibil$/, "Bilet marcat ca vizibil"],
      [/folosit$/, "Bilet marcat ca folosit"],
      [/folosit$/, "Bilet marcat ca disponibil"],
    ] as const) {
      await first.getByRole("switch", { name }).click();
      await says(page, text);
    }
    await page.goto("/admin/artists?q=Lotca");
    const featured = page.getByRole("switch", { name: "Lotca în față" });
    for (const text of ["Artist no longer featured", "Artist now featured"]) {
      await featured.click();
      await says(page, text);
    }
    await page.goto("/admin/abonamente");
    await expect(page.getByRole("table", { name: "Bilete Speciale" })).toBeVisible();
    const quick = page.getByRole("switch", { name: "Cumpărare rapidă cu Couple Ticket" });
    await quick.click();
    await expect(quick).toBeChecked();
    await says(page, "Cumpărare rapidă pornită");
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
      "Achizițiile plătite rămân în arhivă, iar la biletele lor nu se schimbă nimic.",
    );
    const pass = freshName("De probă");
    await addType(page, "/admin/abonamente/new", { night: "Concert", name: pass, price: "9", left: "1" });
    await page.goto(`/admin/abonamente?q=${encodeURIComponent(pass)}`);
    await page.getByRole("link", { name: `Șterge ${pass}` }).click();
    await expect(
      page.getByRole("dialog", { name: "Sigur doriți să ștergeți acest abonament?" }),
    ).toBeVisible();
    await page.goto("/admin/artists/new");
    const artist = freshName("De șters");
    await page.getByLabel("Nume").fill(artist);
    await page.getByLabel("Biografie").fill("Pleacă.");
    await page.getByRole("button", { name: "Salvează artistul" }).click();
    await says(page, "Artist created successfully");
    await page.goto(`/admin/artists?q=${encodeURIComponent(artist)}`);
    await page.getByRole("link", { name: `Șterge ${artist}` }).click();
    await expect(
      page.getByRole("dialog", { name: "Are you sure you want to delete this artist?" }),
    ).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Șterge" }).click();
    await says(page, "Artist deleted successfully");
  });

  test("B1-15 B1-16: a customer is refused with a message; the demo's flag opens an empty shell without a request", async ({
    page,
  }) => {
    await newCustomer(page);
    await page.goto("/admin/events");
    await expect(page).toHaveURL("/");
    await says(page, "Access denied: Admin privileges required");
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
});
