import { announce, letTheHourCome } from "#test/support/sale-opening.ts";
import { startSite } from "#test/support/site.ts";
import { asOwner } from "#test/support/site-database.ts";
import { newCustomer } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const night = "Ultima Lumină";

test("a person who waits for an announced sale draws a place, is let in, and buys, with a script and without", {
  tag: "@first",
}, async ({ page, newPerson }) => {
  test.slow();
  const site = await startSite();
  try {
    const id = await asOwner(async (owner) => {
      const { rows } = await owner.query("SELECT id FROM events WHERE title = $1", [night]);
      await announce(owner, rows[0].id, { inMinutes: 10, roomMinutes: 30 });
      return rows[0].id as string;
    }, site);

    await newCustomer(page, site);
    await page.clock.install();
    await page.goto(`${site.origin}/events/${id}`);
    await expect(page.getByRole("button", { name: "Intră în sala de așteptare" })).toBeVisible();
    // the room's own button leads to the room again, which must know the place that was taken
    await page.goto(`${site.origin}/events/${id}/waiting`);
    await expect(page.getByRole("timer")).toContainText("Timp rămas până la deschidere");
    await page.getByRole("button", { name: "Intră în sala de așteptare" }).click();
    await page.clock.fastForward("00:01");
    await expect(page.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();

    // at the hour the page also opens for a visitor without an account, and for a person who has not joined
    const [stranger, late] = [await newPerson(), await newPerson()];
    await newCustomer(late, site);
    for (const outside of [stranger, late]) {
      await outside.clock.install();
      await outside.goto(`${site.origin}/events/${id}/waiting`);
      await outside.clock.fastForward("00:02");
      await expect(outside.getByRole("timer")).toBeVisible();
      await outside.clock.fastForward("10:01");
      await expect(outside.getByRole("timer")).toBeHidden();
    }
    await expect(stranger.getByRole("link", { name: "Alege biletele" })).toBeVisible();
    // nobody's turn comes who has no place
    await expect(stranger.getByRole("heading", { name: "Cum se împart locurile" })).toBeVisible();
    await expect(late.getByRole("button", { name: "Intră la rând" })).toBeVisible();
    for (const outside of [stranger, late]) await outside.goto("about:blank");

    const storageState = await page.context().storageState();
    const still = await newPerson({ javaScriptEnabled: false, storageState });
    await still.goto(`${site.origin}/events/${id}/waiting/mine`);
    await expect(still.getByText("Ești în sală, cu un singur loc pentru contul tău.")).toBeVisible();

    // the hour comes; the page continues automatically, the other one at its next reload
    await asOwner((owner) => letTheHourCome(owner, id), site);
    await expect(async () => {
      await page.clock.fastForward("00:30");
      await expect(page).toHaveURL(new RegExp(`/events/${id}(#bilete)?$`), { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText(/^E rândul tău\. /)).toBeVisible();
    await still.goto(`${site.origin}/events/${id}/waiting/mine`);
    await expect(still).toHaveURL(new RegExp(`/events/${id}(#bilete)?$`));
    await still.getByRole("combobox").first().selectOption("1");
    await still.getByRole("button", { name: "Spre plată" }).click();
    await expect(still.getByRole("heading", { name: "Plătește cu cardul" })).toBeVisible();
    await still.goto("about:blank");
  } finally {
    await page.goto("about:blank");
    await site.stop();
  }
});
