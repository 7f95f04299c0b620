import pg from "pg";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { announce } from "#test/support/sale-opening.ts";
import { startSite } from "#test/support/site.ts";
import { newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const night = "Ultima Lumină";

test("a person who waits for an announced sale draws a place, is let in, and buys, with a script and without", {
  tag: "@first",
}, async ({ page, browser }) => {
  test.slow();
  const site = await startSite();
  const server = findEmbeddedServer(site.dataDir);
  if (!server) throw new Error("the site has no database");
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  try {
    const { rows } = await owner.query("SELECT id FROM events WHERE title = $1", [night]);
    const id = rows[0].id as string;
    await announce(owner, id, { inMinutes: 0.4, roomMinutes: 30 });

    await newCustomer(page, site);
    await page.goto(`${site.origin}/events/${id}`);
    await page.getByRole("button", { name: "Intră în sala de așteptare" }).click();
    await expect(page).toHaveURL(`${site.origin}/events/${id}/waiting`);
    await expect(page.getByRole("timer")).toContainText("Timp rămas până la deschidere");
    await expect(page.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();

    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const still = await plain.newPage();
    await still.goto(`${site.origin}/events/${id}/waiting/mine`);
    await expect(still.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();

    // the hour comes; the page continues automatically, the other one at its next reload
    await expect(page).toHaveURL(new RegExp(`/events/${id}(#bilete)?$`), { timeout: 60_000 });
    await still.goto(`${site.origin}/events/${id}/waiting/mine`);
    await expect(still).toHaveURL(new RegExp(`/events/${id}(#bilete)?$`));
    await still.getByRole("combobox").first().selectOption("1");
    await still.getByRole("button", { name: "Spre plată" }).click();
    await expect(still.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
    await plain.close();
  } finally {
    await owner.end();
    await page.goto("about:blank");
    await site.stop();
  }
});
