import { rowsOfSite } from "#test/support/site-database.ts";
import { freshName, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("A14-11, A14-12, B1-02, B1-16, I23: the role is removed while the administrator is on a page", async ({
  page,
  context,
}) => {
  const email = await newAdministrator(page);
  await page.goto("/admin/artists/new");
  const name = freshName("Fără Drept");
  await page.getByLabel("Nume", { exact: false }).first().fill(name);
  await page.getByLabel("Biografie", { exact: false }).first().fill("Nu va fi scris.");
  const other = await context.newPage();
  await other.goto("/admin");
  await expect(other).toHaveURL("/admin");

  await rowsOfSite("UPDATE profiles SET role = 'user' WHERE email = $1", [email]);
  // the page is still open; its forms are refused now
  await page
    .getByRole("button", { name: /^(?:Salvează|Adaugă|Creează)/ })
    .first()
    .click();
  await expect(page).toHaveURL("/");
  await says(page, "You do not have permission to modify artists");
  expect(await rowsOfSite("SELECT FROM artists WHERE name = $1", [name])).toEqual([]);
  // the other tab, at its next navigation inside the browser, and by its address
  await other
    .getByRole("link", { name: /Evenimente/ })
    .first()
    .click();
  await expect(other).toHaveURL("/");
  await other.goto("/admin/purchases");
  await expect(other).toHaveURL("/");
  expect((await page.request.get("/admin/purchases.csv", { maxRedirects: 0 })).status()).toBe(303);
  // still signed in, as a customer
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Deconectare" })).toBeVisible();
});
