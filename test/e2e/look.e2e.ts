import { logIn } from "#test/support/visitor.ts";
import { test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

test("look", async ({ page, complaints }) => {
  test.setTimeout(180_000);
  for (const status of [404, 409, 422]) complaints.expectStatus(status);
  await logIn(page, "admin@fosfor.example", "far-pe-dig-27");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const shot = async (name: string) => {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `/tmp/look-${name}-${width}.png`, fullPage: true });
    };
    await page.goto("/admin/events");
    await shot("nights");
    await page.goto("/admin/events/new");
    await shot("new");
    for (const [name, q] of [
      ["draft", "Ultimul"],
      ["scheduled", "Oglind"],
      ["published", "Luna"],
    ]) {
      await page.goto(`/admin/events?q=${q}`);
      await page.locator("tbody a").first().click();
      await page
        .getByRole("button", { name: /^Salvează / })
        .first()
        .waitFor();
      await shot(String(name));
      if (name !== "published") {
        await page.goto(`${new URL(page.url()).pathname}/publish`);
        await page.screenshot({ path: `/tmp/look-publish-${name}-${width}.png` });
      }
    }
    await page.getByLabel("Numele tipului 1").fill("");
    await page.getByLabel("Capacitate", { exact: false }).first().fill("10");
    await page.screenshot({ path: `/tmp/look-changed-${width}.png` });
    await page
      .getByRole("button", { name: /^Salvează / })
      .first()
      .click();
    await page.waitForTimeout(500);
    await shot("errors");
    page.on("dialog", (dialog) => void dialog.accept());
  }
});
