import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { startSite } from "#test/support/site.ts";
import { demoLogins, fillLogin } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("while the database is down every page answers 503 with a link, and recovers", async ({
  page,
  complaints,
}) => {
  test.slow();
  complaints.expectStatus(503);
  const dataDir = mkdtempSync(join(tmpdir(), "estival-away-"));
  const quiet = () => {};
  const server = await startEmbeddedServer({ dataDir, log: quiet });
  await prepareDatabase({
    ownerUrl: server.ownerUrl(),
    folder: "migrations",
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const site = await startSite({
    DATABASE_URL: loginAddresses(server.ownerUrl(), "app").public,
    DATABASE_ADMIN_URL: server.ownerUrl(),
  });
  try {
    await page.goto(`${site.origin}/login`);
    await fillLogin(page, demoLogins.customer.email, demoLogins.customer.password);
    await expect(page).not.toHaveURL(/login/);
    await server.stop();
    for (const path of ["/events", "/profile", "/tickets"]) {
      const answer = await page.goto(site.origin + path);
      expect(answer?.status(), path).toBe(503);
      expect(answer?.headers()["retry-after"], path).toBe("5");
      await expect(page.getByText(/ocupat|s-a rupt la noi/)).toBeVisible();
      await expect(page.getByRole("link", { name: "Încearcă din nou" })).toBeVisible();
    }
    await page.context().clearCookies();
    const anonymous = await page.goto(`${site.origin}/tickets`);
    expect(anonymous?.status()).toBe(503);
    expect(anonymous?.headers()["retry-after"]).toBe("5");
    await expect(page.getByRole("heading", { name: "Nu s-au putut incarca biletele" })).toBeVisible();
    expect(await page.content()).not.toMatch(/ECONNREFUSED|ENOENT|node_modules|\.ts:\d/);
    const again = await startEmbeddedServer({ dataDir, log: quiet });
    await page.getByRole("link", { name: "Încearcă din nou" }).click();
    await expect(page.getByRole("heading", { name: "Optiuni Bilete" })).toBeVisible();
    await again.stop();
  } finally {
    await page.goto("about:blank");
    await site.stop();
    await server.stop();
    removeDataFolder(dataDir);
  }
});
