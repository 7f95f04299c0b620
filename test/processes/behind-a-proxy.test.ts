/** The behaviour of a process behind a proxy. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { askOnce } from "#test/support/embedded-owner.ts";
import { startSite } from "#test/support/site.ts";

const database = await testDatabase();
await askOnce(database.ownerUrl, "INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
let site: Awaited<ReturnType<typeof startSite>> | undefined;
beforeAll(async () => {
  site = await startSite({
    DATABASE_URL: database.urls.public,
    APP_SECRET: "one secret for all processes of a site",
    TRUST_PROXY: "1",
  });
});
afterAll(() => site?.stop());

it("keeps an idle connection for longer than the proxy does", async () => {
  const { headers } = await fetch(`${site?.origin}/robots.txt`);
  // A proxy closes idle connections after four seconds (docs/operations.md): a request on a connection that we closed
  // first would be lost.
  expect(headers.get("keep-alive")).toBe("timeout=5");
});

it("reports on /healthz that it stops, serves for five more seconds, and exits (F50)", async () => {
  const status = (path: string) =>
    fetch(`${site?.origin}${path}`).then(
      (answer) => `${answer.status} ${answer.headers.get("connection")}`,
      () => "refused",
    );
  expect(await status("/healthz")).toBe("200 keep-alive");
  const begun = performance.now();
  const ended = site?.kill("SIGTERM");
  await expect.poll(() => status("/healthz"), { timeout: 60_000 }).toBe("503 close");
  expect(await status("/robots.txt")).toBe("200 close");
  await expect.poll(() => status("/robots.txt"), { timeout: 60_000 }).toBe("refused");
  expect(performance.now() - begun).toBeGreaterThan(5000);
  expect(await ended).toBe(0);
});
