import pg from "pg";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { ownSite } from "#test/support/own-site.ts";
import { freshEmail, goodPassword, logIn, register } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

/** The database of the site, as its owner: no screen gives or takes roles. */
async function asOwner(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const server = findEmbeddedServer(ownSite()?.dataDir ?? "");
  if (!server) throw new Error("the site has no database");
  const client = new pg.Client({ connectionString: server.ownerUrl() });
  await client.connect();
  await act(client).finally(() => client.end());
}

test("A14-11, A14-12, B1-02, B1-16, I23: the role is removed while the administrator is on a page", async ({
  page,
  context,
}) => {
  const email = freshEmail();
  const role = (name: string) =>
    asOwner((client) => client.query("UPDATE profiles SET role = $2 WHERE email = $1", [email, name]));
  await register(page.request, email);
  await role("admin");
  await logIn(page, email, goodPassword);
  await page.goto("/admin/artists/new");
  const name = `Fără Drept ${Date.now()}`;
  await page.getByLabel("Nume", { exact: false }).first().fill(name);
  await page.getByLabel("Biografie", { exact: false }).first().fill("Nu va fi scris.");
  const other = await context.newPage();
  await other.goto("/admin");
  await expect(other).toHaveURL("/admin");

  await role("user");
  // the page is still open; its forms are refused now
  await page
    .getByRole("button", { name: /^(?:Salvează|Adaugă|Creează)/ })
    .first()
    .click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("You do not have permission to modify artists")).toBeVisible();
  await asOwner(async (client) => {
    const { rowCount } = await client.query("SELECT FROM artists WHERE name = $1", [name]);
    expect(rowCount).toBe(0);
  });
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
