import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { buyOne } from "./buy-over-http.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { startProviderInTest, testKeys } from "./provider-in-test.ts";
import { type ReplicatedServer, startReplicatedPostgres } from "./replicated-postgres.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { freePort, launchSite } from "./site.ts";

const metricsToken = "a token for metrics of a test";

/**
 * A site whose database is replicated, and buyers for it. With `readsAtStandby` there is a standby `second`, and the site makes its
 * long reads there.
 */
export async function openReplicatedSite(programs: PostgresPrograms, { readsAtStandby = false } = {}) {
  const servers = await startReplicatedPostgres(programs);
  onTestFinished(() => servers.stop());
  await prepareDatabase({
    ...{ ownerUrl: servers.ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null },
  });
  const season = await openSeasonBuilder(servers.ownerUrl, onTestFinished);
  await season.client.query("INSERT INTO installation (mode) VALUES ('demo')");
  const second: ReplicatedServer | undefined = readsAtStandby
    ? await servers.addStandby("second")
    : undefined;
  const origin = `http://127.0.0.1:${await freePort()}`;
  const provider = await startProviderInTest({
    notifyUrl: `${origin}/webhooks/stripe`,
    noticeWaits: [0.2, 0.5, 1, 2, 4, 8],
  });
  onTestFinished(() => provider.close());
  const folder = mkdtempSync(join(tmpdir(), "estival-standby-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const site = await launchSite({
    ...{ PORT: new URL(origin).port, PUBLIC_ORIGIN: origin, DATA_DIR: folder, LOG_LEVEL: "warn" },
    ...{ DATABASE_URL: loginAddresses(servers.ownerUrl, "app").public, TRUST_PROXY: "1" },
    ...(second ? { DATABASE_READ_URL: `postgresql://127.0.0.1:${second.port}/estival` } : {}),
    METRICS_TOKEN: metricsToken,
    APP_SECRET: "one secret for all processes of a site",
    ...{ STRIPE_SECRET_KEY: testKeys.secretKey, STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret },
    ...{ STRIPE_API_BASE: provider.apiBase, PROVIDER_RATE: "500" },
  });
  onTestFinished(() => site.stop());
  if (!(await site.isReady())) throw new Error(site.output());
  const night = await season.night({ capacity: 2000 });
  const type = await season.ticketType({ events: [night], capacity: 2000 });
  const buyers = await season.people(400);
  // its server dies
  season.client.on("error", () => {});
  const { token } = await season.person("admin");
  const asAdmin = (path: string) =>
    fetch(`${origin}/admin${path}`, { headers: { cookie: `session=${token}` }, redirect: "manual" });
  let next = 0;
  return {
    servers,
    second,
    season,
    site,
    asAdmin,
    /** The sentence of the report about how old it is; undefined where there is none. */
    async ageOfReport(): Promise<string | undefined> {
      const answer = await asAdmin("/reports");
      if (answer.status !== 200) throw new Error(`the report answered ${answer.status}`);
      return /Date vechi de cel mult [^.]+/.exec(await answer.text())?.[0];
    },
    /** What the site tells of itself under this name; NaN where it has no such line. */
    async metric(name: string): Promise<number> {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      const text = new RegExp(`^${name} (.+)$`, "m").exec(await answer.text())?.[1];
      return text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text);
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
