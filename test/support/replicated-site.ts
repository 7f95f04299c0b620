import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "./buy-over-http.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { startProviderInTest, testKeys } from "./provider-in-test.ts";
import { startReplicatedPostgres } from "./replicated-postgres.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { freePort, launchSite } from "./site.ts";

const metricsToken = "a token for metrics of a test";

/** A site whose database is replicated, and buyers for it. */
export async function openReplicatedSite(programs: PostgresPrograms) {
  const servers = await startReplicatedPostgres(programs);
  onTestFinished(() => servers.stop());
  await prepareDatabase({
    ownerUrl: servers.ownerUrl,
    folder: "migrations",
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
  await season.client.query("INSERT INTO installation (mode) VALUES ('demo')");
  const origin = `http://127.0.0.1:${await freePort()}`;
  const provider = await startProviderInTest({
    notifyUrl: `${origin}/webhooks/stripe`,
    noticeWaits: [0.2, 0.5, 1, 2, 4, 8],
  });
  onTestFinished(() => provider.close());
  const folder = mkdtempSync(join(tmpdir(), "estival-standby-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const site = await launchSite({
    PORT: new URL(origin).port,
    PUBLIC_ORIGIN: origin,
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    DATABASE_URL: loginAddresses(servers.ownerUrl, "app").public,
    TRUST_PROXY: "1",
    METRICS_TOKEN: metricsToken,
    APP_SECRET: "one secret for all processes of a site",
    STRIPE_SECRET_KEY: testKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret,
    STRIPE_API_BASE: provider.apiBase,
    PROVIDER_RATE: "500",
  });
  onTestFinished(() => site.stop());
  if (!(await site.isReady())) throw new Error(site.output());
  const night = await season.night({ capacity: 2000 });
  const type = await season.ticketType({ events: [night], capacity: 2000 });
  const buyers = await season.people(400);
  // its server dies
  season.client.on("error", () => {});
  let next = 0;
  return {
    servers,
    /** What the site tells of itself under this name; NaN where it has no such line. */
    async metric(name: string): Promise<number> {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      return Number(new RegExp(`^${name} (.+)$`, "m").exec(await answer.text())?.[1]);
    },
    /** Resolves to when the purchase was paid. */
    async buy(): Promise<number> {
      const at = next++;
      const answer = await buyOne(
        { origin, provider },
        { token: buyers[at]?.token ?? "", at },
        { night, type },
      );
      if (answer !== "200 paid") throw new Error(answer);
      return performance.now();
    },
  };
}
